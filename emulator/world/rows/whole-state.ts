import { accountOf } from '../../domain/account.ts';
import type { Asset } from '../../domain/asset.ts';
import { isTerminal, type Job } from '../../domain/job.ts';
import { compareKeys, keysAscending, type SortedList } from '../../domain/values/sorted-list.ts';
import { put } from '../../domain/values/undo.ts';
import type { TableName, Timer, TimerKind, WorldState } from '../state.ts';

/** What is wrong with one row in relation to others. */
export type Misfit = {
  table: TableName | 'assetOrder' | 'jobOrder' | 'timerOrder';
  key: string | number;
  problem: string;
};

/**
 * The first row that refers to something that does not exist, or is missing where others look it up; null if the state
 * is consistent. The internal work of a World depends on all of these: a timer without its job would stop the clock.
 */
export function misfitIn(state: WorldState): Misfit | null {
  for (const check of [owners, serials, timers, effects, jobs, orders, deliveries, blobUses])
    for (const misfit of check(state)) return misfit;
  return null;
}

type Misfits = Generator<Misfit>;

function* owners(state: WorldState): Misfits {
  const { accounts } = state;
  for (const [key, { account }] of state.keys)
    if (!accounts.has(account)) yield { table: 'keys', key, problem: missing('account', 'account', account) };
  for (const table of ['assets', 'jobs', 'tombstones', 'usage', 'quotaUses', 'endpoints', 'events'] as const)
    for (const [key, { owner }] of state[table])
      if (!accounts.has(accountOf(owner))) yield { table, key, problem: missing('owner', 'account', accountOf(owner)) };
}

/** Otherwise a number would be assigned twice. */
function* serials({ serials: given, timers, effects }: WorldState): Misfits {
  const [timer, effect] = [given.get('timer') ?? 0, given.get('effect') ?? 0];
  const again = (field: string, kind: string) => `${field} is not below the count of ${kind}s in serials`;
  for (const key of timers.keys()) if (key >= timer) yield { table: 'timers', key, problem: again('serial', 'timer') };
  for (const [key, one] of effects) {
    if (key >= effect) yield { table: 'effects', key, problem: again('serial', 'effect') };
    if (one.kind === 'deliver' && one.retry >= timer) yield { table: 'effects', key, problem: again('retry', 'timer') };
  }
}

/** The field in which the row of a timer refers to it. A timer of an endpoint may outlast it. */
const TIMER_OF: Record<TimerKind, ((state: WorldState, ref: string) => number | null | undefined) | null> = {
  stage: ({ jobs }, ref) => timerWhile(jobs.get(ref), false),
  'job-timeout': ({ jobs }, ref) => jobs.get(ref)?.timeoutTimer,
  'snapshot-expiry': ({ jobs }, ref) => jobs.get(ref)?.snapshotTimer,
  'job-expiry': ({ jobs }, ref) => timerWhile(jobs.get(ref), true),
  'asset-expiry': ({ assets }, ref) => assets.get(ref)?.timer,
  delivery: ({ deliveries }, ref) => deliveries.get(ref)?.timer,
  disabling: null,
};

function timerWhile(job: Job | undefined, isOver: boolean): number | null | undefined {
  return job !== undefined && isTerminal(job) === isOver ? job.timer : undefined;
}

function* timers(state: WorldState): Misfits {
  for (const [key, { kind, ref }] of state.timers)
    if (TIMER_OF[kind] !== null && TIMER_OF[kind](state, ref) !== key)
      yield { table: 'timers', key, problem: `ref names ${JSON.stringify(ref)}, which has no such timer (${kind})` };
  const named = (kinds: readonly Timer['kind'][], ref: string, serial: number | null) => {
    const timer = serial === null ? undefined : state.timers.get(serial);
    return serial === null || (timer?.ref === ref && kinds.includes(timer.kind));
  };
  for (const [key, job] of state.jobs) {
    const isWhole =
      named(['stage', 'job-expiry'], key, job.timer) &&
      named(['job-timeout'], key, job.timeoutTimer) &&
      named(['snapshot-expiry'], key, job.snapshotTimer);
    if (!isWhole) yield { table: 'jobs', key, problem: 'timer, timeoutTimer or snapshotTimer is no timer of the job' };
  }
  for (const [key, { timer }] of state.assets)
    if (!named(['asset-expiry'], key, timer)) yield { table: 'assets', key, problem: 'timer is no timer of the asset' };
  for (const [key, { timer }] of state.deliveries)
    if (!named(['delivery'], key, timer))
      yield { table: 'deliveries', key, problem: 'timer is no timer of the delivery' };
}

function* effects(state: WorldState): Misfits {
  for (const [key, effect] of state.effects)
    if (effect.kind === 'process' && state.jobs.get(effect.job)?.stage !== 'processing')
      yield { table: 'effects', key, problem: `job names ${JSON.stringify(effect.job)}, which is not being processed` };
}

/** The largest number of pixels of a picture that is decoded. */
const MOST_PIXELS = 268_402_689;

function* jobs(state: WorldState): Misfits {
  for (const [key, job] of state.jobs) {
    const problem = problemOfJob(job);
    if (problem !== null) yield { table: 'jobs', key, problem };
  }
}

function problemOfJob({ stage, outcome, processed, timer, submission, snapshot }: Job): string | null {
  const isUnmade = outcome.status === 'succeeded' && processed === null;
  if (stage === 'processing' && timer !== null && isUnmade)
    return 'processed is null, though the end of its processing is due';
  if (processed?.length === 0 && submission.operation !== 'skin.analyze') return 'processed has no picture';
  const isTooLarge = snapshot?.some(({ width, height }) => width * height > MOST_PIXELS) ?? false;
  return isTooLarge ? `snapshot has a picture of more than ${MOST_PIXELS} pixels` : null;
}

/** Lists are searched by bisection, so they must be sorted, and each row must be exactly once in its list. */
function* orders(state: WorldState): Misfits {
  const assetList = ({ owner, purpose }: Asset) => `${owner}/${purpose}`;
  const jobList = ({ owner, submission }: Job) => `${owner}/${submission.operation}`;
  yield* order('assetOrder', state.assetOrder, state.assets, assetList);
  // The list may still show a deleted job.
  yield* order('jobOrder', state.jobOrder, state.jobs, jobList, true);
  yield* timerOrder(state);
}

function* order<Row extends { createdAt: number }>(
  table: 'assetOrder' | 'jobOrder',
  lists: ReadonlyMap<string, SortedList>,
  rows: ReadonlyMap<string, Row>,
  listOf: (row: Row) => string,
  mayBeGone = false,
): Misfits {
  let listed = 0;
  for (const [key, list] of lists) {
    for (const [at, id] of keysAscending(list)) {
      const row = rows.get(String(id));
      if (row === undefined && mayBeGone) continue;
      if (row === undefined || row.createdAt !== at || listOf(row) !== key)
        yield { table, key, problem: `names ${JSON.stringify(id)}, which does not belong there` };
      listed += 1;
    }
    yield* unsorted(table, key, list);
  }
  if (listed !== rows.size) yield { table, key: '', problem: 'leaves out rows that are there' };
}

function* timerOrder(state: WorldState): Misfits {
  let listed = 0;
  for (const [due, serial] of keysAscending(state.timerOrder)) {
    if (state.timers.get(Number(serial))?.due !== due)
      yield { table: 'timerOrder', key: serial, problem: 'is no timer that is due then' };
    listed += 1;
  }
  if (listed !== state.timers.size) yield { table: 'timerOrder', key: '', problem: 'leaves out timers that are there' };
  yield* unsorted('timerOrder', '', state.timerOrder);
}

function* unsorted(table: Misfit['table'], key: string, list: SortedList): Misfits {
  let before: readonly [number, string | number] | null = null;
  for (const each of keysAscending(list)) {
    if (before !== null && compareKeys(before, each) >= 0)
      yield { table, key, problem: `is not sorted, at ${JSON.stringify(each)}` };
    before = each;
  }
}

function* deliveries(state: WorldState): Misfits {
  const { endpoints, events, pendingDeliveries } = state;
  for (const [key, { endpoint, event, state: is }] of state.deliveries) {
    if (!endpoints.has(endpoint))
      yield { table: 'deliveries', key, problem: missing('endpoint', 'endpoint', endpoint) };
    if (!events.has(event)) yield { table: 'deliveries', key, problem: missing('event', 'event', event) };
    if ((is === 'pending') !== (pendingDeliveries.get(key) === endpoint))
      yield { table: 'deliveries', key, problem: 'is not in pendingDeliveries exactly while its state is pending' };
  }
  for (const key of pendingDeliveries.keys())
    if (!state.deliveries.has(key)) yield { table: 'pendingDeliveries', key, problem: 'is no delivery' };
}

/** If fewer uses are counted than exist, bytes would be removed too early. */
function* blobUses(state: WorldState): Misfits {
  const needed = new Map<string, number>();
  const need = ({ digest }: { digest: string }) => put(needed, digest, (needed.get(digest) ?? 0) + 1);
  for (const asset of state.assets.values()) need(asset);
  for (const { snapshot, processed } of state.jobs.values()) {
    snapshot?.forEach(need);
    processed?.forEach(need);
  }
  for (const [key, uses] of needed)
    if ((state.blobUses.get(key) ?? 0) < uses)
      yield { table: 'blobUses', key, problem: `counts fewer rows than the ${uses} that need the picture` };
}

function missing(field: string, what: string, name: string): string {
  return `${field} names the ${what} ${JSON.stringify(name)}, which is not there`;
}
