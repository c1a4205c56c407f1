import * as z from 'zod';
import { statusOf } from '../domain/job.ts';
import { durationSchema } from '../domain/readings.ts';
import { ControlRefusal } from '../domain/test-control/control-refusal.ts';
import { type Exchange, type ExchangeFilter, filterSchema } from '../domain/test-control/exchange.ts';
import { parseInput } from '../domain/values/bad-input.ts';
import { toIso } from '../domain/values/time.ts';
import { JOB_STATUSES } from '../domain/vocabulary.ts';
import { DELIVERY_STATES, type Delivery } from '../domain/webhook.ts';
import type { NearMiss } from '../runtime/journal.ts';
import { nowIn, onChange, type WorldHost } from '../runtime/world-host.ts';
import { deliveryReport } from '../webhooks/reports.ts';
import { assertVerified, nearText } from './assertions.ts';
import { countFields, judgeCount } from './count.ts';
import type { ExchangeReport, Explanation, NearMissReport, VerifyReport } from './reports.ts';
import { type FilterInput, knownFilter } from './schemas/exchange-filter.ts';

export const verifySchema = z.strictObject({
  request: filterSchema.describe('which exchanges are counted'),
  ...countFields,
});

const LONGEST_WAIT = 300_000;
const waitTimeout = durationSchema.refine((value) => value <= LONGEST_WAIT, 'must be at most 5m').prefault('10s');

export const waitSchema = z.union([
  z.strictObject({
    request: filterSchema.describe('which exchange is waited for'),
    after: z.int().min(0).default(0).describe('only exchanges with a larger serial'),
    timeout: waitTimeout.describe('real time'),
  }),
  z.strictObject({
    job: z.string().describe('the id of a job'),
    status: z.enum(JOB_STATUSES).describe('the status that is waited for'),
    timeout: waitTimeout.describe('real time'),
  }),
  z.strictObject({
    delivery: z
      .strictObject({
        job: z.string().describe('the id of the job that it tells of'),
        endpoint: z.string().describe('the id of its endpoint'),
        state: z.enum(DELIVERY_STATES).describe('what became of it'),
      })
      .partial()
      .describe('a webhook delivery by its job, its endpoint and what became of it'),
    timeout: waitTimeout.describe('real time'),
  }),
]);

type Wait = z.output<typeof waitSchema>;

export type VerifyInput = z.input<typeof verifySchema>;
export type WaitInput = z.input<typeof waitSchema>;

export type JournalControl = {
  find(filter?: FilterInput): ExchangeReport[];
  /** Counts the exchanges that match; `ok` is whether the count is as wanted. */
  check(verification: VerifyInput): VerifyReport;
  /** The same, but throws where it is not, with the nearest exchanges. */
  verify(verification: VerifyInput): void;
  /** Resolves when a request has come, a job has a status or a delivery a state; at once where that is so already. */
  wait(wanted: WaitInput): Promise<unknown>;
  /** Why a request was refused: the rule, the section, and what was compared. */
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
      const filter = known('The filter', parseInput('The filter', filterSchema, input));
      return journal.find(filter).map(exchangeReport);
    },
    check,
    verify: (input) => assertVerified(input, check(input)),
    wait: async (input) => {
      const wanted = parseInput('The wait', waitSchema, input);
      if ('delivery' in wanted) return waitForDelivery(host, wanted);
      if ('job' in wanted) return waitForJob(host, wanted);
      return waitForRequest(host, wanted, known('The wait', wanted.request, 'request.'));
    },
    explain: (requestId) => {
      const exchange = host.journal.byRequestId(requestId);
      if (!exchange?.because) throw new ControlRefusal(404, `the journal has no refusal ${requestId}`);
      return { request_id: requestId, status: exchange.status, ...exchange.because };
    },
  };
}

async function waitForRequest(host: WorldHost, wanted: Extract<Wait, { request: unknown }>, filter: ExchangeFilter) {
  const { journal } = host;
  const exchange = await until(
    host,
    wanted.timeout,
    (call) => journal.onRecord(call),
    () => journal.find(filter, wanted.after)[0],
  );
  if (exchange !== undefined) return exchangeReport(exchange);
  const near = nearText(journal.nearMisses(filter).map(nearMissReport));
  throw new ControlRefusal(408, `no request ${JSON.stringify(wanted.request)} came in time${near}`);
}

async function waitForJob(host: WorldHost, wanted: Extract<Wait, { job: string }>) {
  const job = () => host.world.state.jobs.get(wanted.job);
  if (job() === undefined) throw new ControlRefusal(404, `there is no job ${wanted.job} in the world ${host.name}`);
  const reached = await until(
    host,
    wanted.timeout,
    (call) => onChange(host, call),
    () => {
      nowIn(host);
      const found = job();
      return found !== undefined && statusOf(found) === wanted.status ? found : undefined;
    },
  );
  if (reached !== undefined) return JSON.parse(reached.view.json);
  const last = job();
  const now =
    last === undefined ? 'gone' : `${statusOf(last)} (${last.stage}${last.holdAt === last.stage ? ', held' : ''})`;
  throw new ControlRefusal(
    408,
    `${wanted.job} did not become ${wanted.status} in time: it is ${now}, the clock ${host.clock.settings().mode}`,
  );
}

async function waitForDelivery(host: WorldHost, { delivery, timeout }: Extract<Wait, { delivery: unknown }>) {
  const matches = (row: Delivery) =>
    (delivery.endpoint === undefined || row.endpoint === delivery.endpoint) &&
    (delivery.job === undefined || host.world.state.events.get(row.event)?.job === delivery.job);
  const isReached = (row: Delivery) => matches(row) && (delivery.state === undefined || row.state === delivery.state);
  const all = () => [...host.world.state.deliveries.values()];
  const reached = await until(
    host,
    timeout,
    (call) => onChange(host, call),
    () => all().find(isReached),
  );
  if (reached !== undefined) return deliveryReport(host, reached);
  const near = all()
    .filter(matches)
    .map(({ id, state, attempts }) => `${id} is ${state} after ${attempts.length} attempts`);
  const others = near.length === 0 ? 'there is none of this job and endpoint' : near.join('; ');
  throw new ControlRefusal(408, `no delivery ${JSON.stringify(delivery)} in time: ${others}`);
}

/** Resolves with what `find` returns, tried again after each change; undefined when the timeout is over. */
function until<Value>(
  host: WorldHost,
  timeout: number,
  subscribe: (call: () => void) => () => void,
  find: () => Value | undefined,
): Promise<Value | undefined> {
  const present = find();
  if (present !== undefined || timeout === 0) return Promise.resolve(present);
  return new Promise((resolve) => {
    const finish = (value: Value | undefined) => {
      unsubscribe();
      timer.cancel();
      resolve(value);
    };
    const unsubscribe = subscribe(() => {
      const value = find();
      if (value !== undefined) finish(value);
    });
    const timer = host.ports.wall.callAt(host.ports.wall.now() + timeout, () => finish(undefined));
  });
}

export function exchangeReport(exchange: Exchange): ExchangeReport {
  return { ...exchange, at: toIso(exchange.at) };
}

function nearMissReport({ exchange, unmet }: NearMiss): NearMissReport {
  return { unmet, exchange: exchangeReport(exchange) };
}
