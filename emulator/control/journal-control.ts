import type * as z from 'zod';
import { counted } from '../../shared/counted.ts';
import { type Job, statusOf } from '../domain/job.ts';
import { ControlRefusal } from '../domain/test-control/control-refusal.ts';
import { type Exchange, type ExchangeFilter, type ExchangeReport, matcherOf } from '../domain/test-control/exchange.ts';
import { parseInput } from '../domain/values/bad-input.ts';
import { toIso } from '../domain/values/time.ts';
import type { Delivery } from '../domain/webhook.ts';
import type { NearMiss } from '../runtime/journal.ts';
import { nowIn, onChange, type WorldHost } from '../runtime/world-host.ts';
import { deliveryReport } from '../webhooks/reports.ts';
import { assertVerified, nearText } from './assertions.ts';
import { judgeCount } from './count.ts';
import { knownFilter } from './schemas/exchange-filter.ts';
import {
  type Explanation,
  type JournalPageInput,
  journalPageSchema,
  type NearMissReport,
  type VerifyInput,
  type VerifyReport,
  verifySchema,
  type WaitInput,
  waitSchema,
} from './schemas/journal.ts';

type Wait = z.output<typeof waitSchema>;

export type JournalControl = {
  /** Matching exchanges, oldest first; with a `limit` the newest of them. */
  find(filter?: JournalPageInput): ExchangeReport[];
  /** Counts the matching exchanges; `ok` is whether the count is as expected. */
  check(verification: VerifyInput): VerifyReport;
  /** The same, but throws if it is not, and shows the nearest exchanges. */
  verify(verification: VerifyInput): void;
  /** Resolves when a request has come, a job has a status or a delivery a state. Aborting `signal` ends the wait. */
  wait(wanted: WaitInput, options?: { signal?: AbortSignal | undefined }): Promise<unknown>;
  /** Why a request was refused: the rule, the section, and the compared values. */
  explain(requestId: string): Explanation;
};

export function controlJournal(host: WorldHost): JournalControl {
  const { journal } = host;
  const known = (what: string, filter: ExchangeFilter, at?: string) => knownFilter(host, what, filter, at);
  const check = (input: VerifyInput): VerifyReport => {
    const { request, ...count } = parseInput('The verification', verifySchema, input);
    const filter = known('The verification', request, 'request.');
    const found = journal.find(filter).length;
    const { ok, wanted } = judgeCount(found, count);
    return { ok, found, wanted, near_misses: ok ? [] : journal.nearMisses(filter).map(nearMissReport) };
  };
  return {
    find: (input = {}) => {
      const { after, before, limit, ...wanted } = parseInput('The filter', journalPageSchema, input);
      const page = { after: after ?? 0, before: before ?? journal.last() + 1, limit: limit ?? journal.last() };
      return journal.newest(known('The filter', wanted), page).map(exchangeReport);
    },
    check,
    verify: (input) => assertVerified(input, check(input)),
    wait: async (input, { signal } = {}) => {
      const wanted = parseInput('The wait', waitSchema, input);
      if ('delivery' in wanted) return waitForDelivery(host, wanted, signal);
      if ('job' in wanted) return waitForJob(host, wanted, signal);
      return waitForRequest(host, wanted, known('The wait', wanted.request, 'request.'), signal);
    },
    explain: (requestId) => {
      const exchange = host.journal.byRequestId(requestId);
      if (!exchange?.because) throw new ControlRefusal(404, `the journal has no refusal ${requestId}`);
      return { request_id: requestId, status: exchange.status, ...exchange.because };
    },
  };
}

async function waitForRequest(
  host: WorldHost,
  wanted: Extract<Wait, { request: unknown }>,
  filter: ExchangeFilter,
  signal?: AbortSignal,
) {
  const { journal } = host;
  const matches = matcherOf(filter);
  const exchange = await until<Exchange>(host, wanted.timeout, signal, {
    present: () => journal.findFirst(filter, wanted.after),
    watch: (see) =>
      journal.onRecord((recorded) => {
        if (recorded.serial > wanted.after && matches(recorded)) see(recorded);
      }),
  });
  if (exchange !== undefined) return exchangeReport(exchange);
  const near = nearText(journal.nearMisses(filter).map(nearMissReport));
  throw new ControlRefusal(408, `no request ${JSON.stringify(wanted.request)} arrived in time${near}`);
}

async function waitForJob(host: WorldHost, wanted: Extract<Wait, { job: string }>, signal?: AbortSignal) {
  const job = () => host.world.state.jobs.get(wanted.job);
  if (job() === undefined) throw new ControlRefusal(404, `there is no job ${wanted.job} in the world ${host.name}`);
  const inStatus = () => {
    const found = job();
    return found !== undefined && statusOf(found) === wanted.status ? found : undefined;
  };
  nowIn(host);
  const reached = await until<Job>(host, wanted.timeout, signal, {
    present: inStatus,
    watch: (see) => onChange(host, () => see(inStatus())),
  });
  if (reached !== undefined) return JSON.parse(reached.view.json);
  const last = job();
  const now =
    last === undefined ? 'gone' : `${statusOf(last)} (${last.stage}${last.holdAt === last.stage ? ', held' : ''})`;
  throw new ControlRefusal(
    408,
    `${wanted.job} did not become ${wanted.status} in time: it is ${now}, the clock ${host.clock.settings().mode}`,
  );
}

async function waitForDelivery(
  host: WorldHost,
  { delivery, timeout }: Extract<Wait, { delivery: unknown }>,
  signal?: AbortSignal,
) {
  const { world } = host;
  const matches = (row: Delivery) =>
    (delivery.endpoint === undefined || row.endpoint === delivery.endpoint) &&
    (delivery.job === undefined || world.state.events.get(row.event)?.job === delivery.job);
  const isReached = (row: Delivery) => matches(row) && (delivery.state === undefined || row.state === delivery.state);
  const all = () => [...world.state.deliveries.values()];
  let { epoch } = host;
  /** The deliveries that a change has affected; all deliveries after the World was restored. */
  const changed = () => {
    const rows = epoch === host.epoch ? [...world.moved].flatMap((id) => world.state.deliveries.get(id) ?? []) : all();
    epoch = host.epoch;
    return rows.find(isReached);
  };
  const reached = await until<Delivery>(host, timeout, signal, {
    present: () => all().find(isReached),
    watch: (see) => onChange(host, () => see(changed())),
  });
  if (reached !== undefined) return deliveryReport(host, reached);
  const near = all()
    .filter(matches)
    .map(({ id, state, attempts }) => `${id} is ${state} after ${counted(attempts.length, 'attempt')}`);
  const others = near.length === 0 ? 'there is none of this job and endpoint' : near.join('; ');
  throw new ControlRefusal(408, `no delivery ${JSON.stringify(delivery)} in time: ${others}`);
}

/** What to wait for: how to find it, and how to be notified of it. A full search is slow, and is done only once. */
type Watched<Value> = { present(): Value | undefined; watch(see: (value: Value | undefined) => void): () => void };

/** Resolves with the first match, now or later; undefined after the timeout. Rejects when the caller disconnects. */
function until<Value>(
  { name, ended, ports: { wall } }: WorldHost,
  timeout: number,
  signal: AbortSignal | undefined,
  { present, watch }: Watched<Value>,
): Promise<Value | undefined> {
  const there = present();
  if (there !== undefined || timeout === 0) return Promise.resolve(there);
  return new Promise((resolve, reject) => {
    const stop = () => {
      unwatch();
      timer.cancel();
      signal?.removeEventListener('abort', leave);
      ended.signal.removeEventListener('abort', giveUp);
    };
    const finish = (value: Value | undefined) => {
      stop();
      resolve(value);
    };
    const leave = () => {
      stop();
      reject(signal?.reason);
    };
    const giveUp = () => {
      stop();
      reject(new ControlRefusal(409, `the world ${name} was removed`));
    };
    const unwatch = watch((value) => {
      if (value !== undefined) finish(value);
    });
    const timer = wall.callAt(wall.now() + timeout, () => finish(undefined));
    signal?.addEventListener('abort', leave);
    ended.signal.addEventListener('abort', giveUp);
    if (signal?.aborted) leave();
    else if (ended.signal.aborted) giveUp();
  });
}

export function exchangeReport(exchange: Exchange): ExchangeReport {
  return { ...exchange, at: toIso(exchange.at) };
}

function nearMissReport({ exchange, unmet }: NearMiss): NearMissReport {
  return { unmet, exchange: exchangeReport(exchange) };
}
