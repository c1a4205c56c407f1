import { isDeepStrictEqual } from 'node:util';
import { isMap } from '../../shared/is-map.ts';
import { type Demand, mustBe, mustRefuse, mustRefuseWith, mustShow } from './demand.ts';
import { lacks } from './keys.ts';
import { hasEnded, type Known, type KnownJob, keepIn, since, type When } from './known.ts';
import { isAccepted, jobOf, type Sight } from './sight.ts';
import type { CreateTopic, Given } from './topic.ts';

/** `when` it was certainly held. */
type Held = { readonly stage: string; readonly when: When; isCancelled: boolean };

/** What drivers and cancels have made of jobs. */
type Kept = {
  /** The stage at which the next job of a key is to be held, and the jobs that are to be held so. */
  next: Map<string, string>;
  planned: Map<string, string>;
  held: Map<string, Held>;
  /** How a job that was cancelled after its pick-up must end. */
  ends: Map<string, { readonly as: 'cancelled' | 'run on'; readonly when: When }>;
  /** Jobs that had ended, by the refusal of their cancel. */
  saidToHaveEnded: Set<string>;
  /** Jobs that may be cancelled: a cancel was not refused, or its effect is not certain. */
  mayBeCancelled: Set<string>;
  /** Any job may be cancelled: a request looked like a cancel, and did not name a job clearly. */
  isAnyCancelled: boolean;
  /** The answer to the last cancel of a job that is cancelled, until its next read. */
  cancels: Map<string, Sight['view']>;
  /** When the last answer came. */
  now: When;
  readonly mayOthersAct: boolean;
};

/** Spec 3, 4.3: what a cancel and a deletion do to the jobs of the caller at each stage. */
export const createCancels: CreateTopic = (known) => {
  const newMap = <T>() => keepIn(known, new Map<string, T>());
  const kept: Kept = {
    ...{
      next: newMap(),
      planned: newMap(),
      held: newMap(),
      ends: newMap(),
      cancels: newMap(),
      saidToHaveEnded: keepIn(known, new Set<string>()),
      mayBeCancelled: keepIn(known, new Set<string>()),
      isAnyCancelled: false,
      now: { passed: 0, least: 0, at: 0 },
      mayOthersAct: known.mayOthersAct,
    },
  };
  return {
    demands: (sight) => {
      const job = jobOf(sight, known);
      if (!sight.isJudged || job === undefined) return [];
      forgetLate(sight, kept);
      if (sight.route === 'cancel') return ofCancel(job, sight, known, kept);
      if (sight.route === 'job-delete') return ofDeletion(job, sight, known, kept);
      if (sight.route !== 'job' || job.isDeleted) return [];
      return [...ofEnd(job, kept), ...ofNextRead(sight, kept), ...ofRefusals(job, known, kept)];
    },
    keep: (sight) => {
      const { passed, least, at } = sight;
      kept.now = { passed, least, at };
      keep(sight, kept);
    },
    drive: (call, given) => drive(call, given, kept),
  };
};

function ofCancel(job: KnownJob, sight: Sight, known: Known, { held }: Kept): Demand[] {
  const because = [job.id];
  const scope = ofScope(job, sight, known, 'CANCEL-SCOPE-403');
  if (scope !== null) return scope;
  if (job.isDeleted) return [mustRefuse({ rule: 'CANCEL-404', because, why: 'the job was deleted' })];
  if (job.status === 'cancelled') {
    const reason = { rule: 'CANCEL-REPEAT-200', because, why: 'the job is cancelled' };
    return [mustBe([200], reason), mustShow('/id', job.id, reason), mustShow('/status', 'cancelled', reason)];
  }
  if (hasEnded(job)) {
    const reason = { rule: 'CANCEL-DONE-409', because, why: `the job has ${job.status}` };
    return mustRefuseWith(409, 'JOB_NOT_CANCELLABLE', reason);
  }
  return [
    ...ofStage(job.id, held.get(job.id), sight.view.status),
    mustBe([200, 202, 409], { rule: 'CANCEL-TABLE', because, why: 'the job is there' }),
  ];
}

function ofStage(id: string, held: Held | undefined, status: number | null): Demand[] {
  const because = [id];
  // A held job may have timed out.
  if (held === undefined || status === 404 || status === 409) return [];
  const { stage, isCancelled } = held;
  if (stage !== 'queued') {
    const reason = {
      rule: 'CANCEL-PICKED-202',
      because,
      why: `the job is held while it is ${stage.replace('_', ' ')}`,
    };
    return [mustBe([202], reason), mustShow('/id', id, reason)];
  }
  const reason = { rule: 'CANCEL-QUEUED-200', because, why: 'the job was not picked up' };
  return isCancelled ? [] : [mustBe([200], reason), mustShow('/status', 'cancelled', reason)];
}

function ofDeletion(job: KnownJob, sight: Sight, known: Known, { held }: Kept): Demand[] {
  const because = [job.id];
  const scope = ofScope(job, sight, known, 'JOB-DELETE-SCOPE-403');
  if (scope !== null) return scope;
  if (job.isDeleted)
    return [mustBe([204], { rule: 'JOB-DELETE-REPEAT-204', because, why: 'the job was deleted before' })];
  if (hasEnded(job)) return [mustBe([204], { rule: 'JOB-DELETE-204', because, why: `the job has ${job.status}` })];
  const rule = 'JOB-IN-PROGRESS-409';
  if (isSurelyAtWork(job, held.get(job.id), sight))
    return mustRefuseWith(409, 'JOB_IN_PROGRESS', { rule, because, why: 'the job is held' });
  return [mustBe([204, 409], { rule, because, why: 'the job is there' })];
}

/** No job times out so soon. */
const BEFORE_TIME_OUT = 1_000;

/** A queued job may have been cancelled, regardless of the answer to its cancel. */
function isSurelyAtWork({ mayBeCancelledLate }: KnownJob, held: Held | undefined, now: When): boolean {
  if (held === undefined || since(held.when, now) >= BEFORE_TIME_OUT) return false;
  return held.stage !== 'queued' || !mayBeCancelledLate;
}

/**
 * Null if the key is known to have the scope of the job's product; empty if that is unknown. A server may look first
 * at whether the job can be cancelled or deleted at all, so that any refusal is lawful.
 */
function ofScope(job: KnownJob, { key }: Sight, { scopes }: Known, rule: string): Demand[] | null {
  if (scopes.has(`${key} ${job.operation}`)) return null;
  if (!lacks(key, job.operation) || job.isDeleted) return [];
  return [mustRefuse({ rule, because: [job.id], why: `the key lacks ${job.operation}` })];
}

/**
 * Spec 3: only the cancel of a job that has ended is refused with 409, so a job that is shown at work afterwards had not. And a
 * job is only cancelled by a cancel that was not refused.
 */
function ofRefusals(
  { id }: KnownJob,
  { isAccountMade }: Known,
  { saidToHaveEnded, mayBeCancelled, isAnyCancelled }: Kept,
): Demand[] {
  const notShown = (statuses: readonly string[], expected: string): Demand => ({
    rule: 'CANCEL-TABLE',
    because: [id],
    check: ({ body }) => {
      const status = isMap(body) ? String(body['status']) : '';
      return statuses.includes(status) ? { pointer: '/body/status', expected, seen: status } : null;
    },
  });
  return [
    ...(saidToHaveEnded.has(id)
      ? [notShown(['queued', 'running'], 'a terminal status, since its cancel was refused with 409')]
      : []),
    ...(!isAccountMade || isAnyCancelled || mayBeCancelled.has(id)
      ? []
      : [notShown(['cancelled'], 'another status, since no cancel of it was accepted')]),
  ];
}

function ofEnd({ id }: KnownJob, { ends }: Kept): Demand[] {
  const end = ends.get(id)?.as;
  if (end === undefined) return [];
  // Whatever was to become of it, it may fail by a time-out.
  const wrong = end === 'cancelled' ? 'succeeded' : 'cancelled';
  const expected = `not ${wrong}, by the stage at which it was cancelled`;
  return [
    {
      rule: end === 'cancelled' ? 'CANCEL-BOUNDARY' : 'CANCEL-RUNS-ON',
      because: [id],
      check: ({ body }) => {
        const status = isMap(body) ? body['status'] : undefined;
        return status === wrong ? { pointer: '/body/status', expected, seen: status } : null;
      },
    },
  ];
}

/** Spec 4.3: the body and the ETag of a cancel equal those of the next read; a cancelled job does not change any more. */
function ofNextRead({ id, view }: Sight, { cancels }: Kept): Demand[] {
  const before = cancels.get(id);
  if (before === undefined || view.status !== 200) return [];
  const because = [id];
  const wanted = before.header['etag'];
  const seen = view.header['etag'] ?? null;
  return [
    {
      rule: 'CANCEL-BODY',
      because,
      check: ({ body }) =>
        isDeepStrictEqual(body, before.body)
          ? null
          : { pointer: '/body', expected: 'the Job that its cancel answered', seen: body },
    },
    {
      rule: 'CANCEL-ETAG',
      because,
      check: () =>
        wanted === undefined || wanted === seen
          ? null
          : { pointer: '/header/etag', expected: `${wanted}, as its cancel had`, seen },
    },
  ];
}

function keep(sight: Sight, kept: Kept): void {
  const { route, view, id } = sight;
  if (route?.startsWith('submit')) keepPlan(sight, kept);
  if (route === 'job' && view.status === 200) kept.cancels.delete(id);
  // The inputs of a job may be shown without one that is deleted.
  if (route === 'asset-delete') kept.cancels.clear();
  if (route === 'cancel') keepCancel(sight, kept);
  // A path that is spelled in another way may be a cancel too.
  else if (view.request.method === 'POST' && /cancel/i.test(view.request.url)) kept.isAnyCancelled = true;
}

function keepPlan({ route, view, key, isConcurrent }: Sight, { next, planned }: Kept): void {
  const stage = next.get(key);
  if (!isAccepted({ route, view }) || !isMap(view.body)) return;
  next.delete(key);
  if (!isConcurrent && stage !== undefined) planned.set(String(view.body['id']), stage);
}

function keepCancel({ view, id, isConcurrent }: Sight, kept: Kept): void {
  const held = kept.held.get(id);
  kept.cancels.delete(id);
  const isRefused = view.status !== null && view.status >= 400 && view.status < 500;
  if (!isRefused || isConcurrent) kept.mayBeCancelled.add(id);
  else if (view.status === 409) kept.saidToHaveEnded.add(id);
  // What its inputs show depends on what others delete.
  const isCancelled =
    !kept.mayOthersAct && view.status === 200 && isMap(view.body) && view.body['status'] === 'cancelled';
  if (isCancelled && !isConcurrent) kept.cancels.set(id, view);
  if (held === undefined || view.status === null || view.status >= 300) return;
  held.isCancelled = true;
  if (isConcurrent || view.status !== 202 || held.stage === 'queued') return;
  kept.ends.set(id, { as: held.stage === 'processing' ? 'run on' : 'cancelled', when: held.when });
}

const STAGES: readonly string[] = ['queued', 'picked_up', 'preparing', 'processing'];

function drive(call: string, given: Given, kept: Kept): void {
  const job = String(given['job'] ?? '');
  switch (call) {
    case 'jobs.script':
      keepScript(given, kept);
      return;
    case 'jobs.forget':
      kept.next.clear();
      return;
    case 'jobs.await_hold': {
      const stage = kept.planned.get(job);
      if (stage !== undefined) kept.held.set(job, { stage, when: kept.now, isCancelled: false });
      return;
    }
    case 'jobs.step':
    case 'jobs.release':
      kept.planned.delete(job);
      if (job === '') kept.held.clear();
      else kept.held.delete(job);
      return;
    default:
      // A held job may time out.
      if (call.startsWith('clock.')) for (const one of [kept.held, kept.planned, kept.ends]) one.clear();
      return;
  }
}

const HELD_FOR = 60_000;

/** A held job may time out while an instance waits. */
function forgetLate(sight: Sight, { held, ends }: Kept): void {
  for (const all of [held, ends]) for (const [id, { when }] of all) if (since(when, sight) > HELD_FOR) all.delete(id);
}

function keepScript({ next, key }: Given, kept: Kept): void {
  const stage = isMap(next) ? next['hold_at'] : undefined;
  const submitter = String(key ?? 'primary');
  if (typeof stage === 'string' && STAGES.includes(stage)) kept.next.set(submitter, stage);
  else kept.next.delete(submitter);
}
