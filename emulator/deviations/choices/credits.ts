import { accountOf, ownerOf } from '../../domain/account.ts';
import { available, type Ledger } from '../../domain/credits.ts';
import { ApiError } from '../../domain/errors.ts';
import { statusOf } from '../../domain/job.ts';
import { DAY, type Instant, MINUTE, parseUtcDate, SECOND, utcDay } from '../../domain/values/time.ts';
import { OPERATIONS } from '../../domain/vocabulary.ts';
import { ledgerOf } from '../../world/ledger.ts';
import { balanceAt } from '../../world/reports.ts';
import { summed, type UsageCount } from '../../world/usage-report.ts';
import type { AnyJson, Means, Memory, Overrides, RequestContext } from '../deviation.ts';
import { described } from '../documents.ts';
import { shown } from '../edits.ts';
import { asked } from '../requests.ts';
import { decide } from '../views.ts';

export const CREDIT_CHOICES: Readonly<Record<string, Means>> = {
  balance_object: () => shown('readCreditBalance', (balance) => void delete balance.object),
  unit_costs_operations: () =>
    shown('readCreditBalance', ({ unit_costs }, { world }) => {
      if (world.settings.readings.hair_endpoint === 'absent') delete unit_costs['hair.try_on'];
    }),
  capture_moment: (choice) => decide({ capturesAt: (moment) => choice === `at_${moment}` }),
  test_key_without_units: () => decide({ price: ({ unitCosts }, operation) => unitCosts[operation] ?? null }),
  // Reading 24: an account for which credits are not enforced may still be limited.
  overdrawn_submission: () => ({
    rules: (was) => ({
      isAffordable: (ledger, units) => was.isAffordable(ledger, units) && (ledger.enforced || available(ledger) >= 0),
    }),
    refusal: (error) =>
      error.kind === 'insufficient_credits' && error.because?.compared['enforced'] === false
        ? new ApiError('rate_limited', { retryAfterSeconds: MINUTE / SECOND, because: error.because })
        : error,
  }),
  deletion_refund: () => decide({ deletionGivesUnitsBack: ({ stage }) => stage === 'failed' }),
  // Spec 3: a job that ran on after a cancel request is billed, however it ended.
  failed_job_billing: () =>
    decide((was) => ({
      settlement: (end, job) =>
        end === 'failed' && job?.cancelRequested === false ? 'release' : was.settlement(end, job),
    })),
  balance_lag: (lag) => balanceOfBefore(Number(lag)),
  test_key_balance: () =>
    shown('readCreditBalance', (balance, { world, key }) => {
      if (key?.environment !== 'test') return;
      const empty = { ...ledgerOf(world, ownerOf(key.account, 'test')), settled: 0, held: 0, testFunded: 0 };
      showBalance(balance, balanceAt(world, empty, world.state.now));
    }),
  usage_cancelled: () => decide({ usageForgets: () => true }),
  usage_of: () => decide({ usageIsOf: (counted, asking) => accountOf(counted) === accountOf(asking) }),
  usage_lag: (lag) =>
    shown('readUsage', (usage, context) => {
      usage.data = summed([...usage.data, ...notCountedYet(Number(lag), context)]);
    }),
  usage_empty_days: () =>
    shown('readUsage', (usage, context) => {
      usage.data = emptyRows(context).map((row) => usage.data.find(isSameRow(row)) ?? row);
    }),
  // Sorted before the shape is changed, which may have no rows.
  usage_order: () => shown('readUsage', ({ data }) => void data.sort(newestFirst)),
  usage_shape: (shape) =>
    shown('readUsage', ({ data }, { world }) => USAGE_SHAPES[String(shape)]?.(data, utcDay(world.state.now))),
  usage_parameters: () => ({
    ...decide((was) => ({ parameterIsTaken: (of, name) => of !== 'usage' && was.parameterIsTaken(of, name) })),
    ...described('readUsage', (operation) => {
      operation.parameters = [];
    }),
  }),
  usage_unknown_parameter: () => ({
    request: asked('readUsage', (request, { world }) => {
      const known = world.settings.readings.usage_parameters === 'none' ? [] : ['from', 'to'];
      return { ...request, query: request.query.filter(([name]) => known.includes(name)) };
    }),
  }),
};

/** Jobs that were accepted so recently that the usage may omit them. A deleted job is counted at once. */
function notCountedYet(lag: number, { world, key }: RequestContext): UsageCount[] {
  const { jobs, now } = world.state;
  if (key === null) return [];
  const { usage_cancelled: cancelled } = world.settings.readings;
  return [...jobs.values()]
    .filter(
      ({ createdAt, owner }) =>
        createdAt > now - lag && world.rules.usageIsOf(owner, ownerOf(key.account, key.environment)),
    )
    .filter((job) => cancelled === 'counted' || statusOf(job) !== 'cancelled')
    .map((job) => ({ date: world.rules.usageDay(job.createdAt), operation: job.submission.operation, accepted: -1 }));
}

/** The maximum number of days in a usage if the request names none. */
const MOST_DAYS = 36_500;

function emptyRows({ request, world }: RequestContext): UsageCount[] {
  const { usage_days: days } = world.settings.readings;
  const [to = world.state.now, from = to - (days - 1) * DAY] = ['to', 'from'].map(
    (wanted) => parseUtcDate(request.query.find(([name]) => name === wanted)?.[1] ?? '') ?? undefined,
  );
  const first = Math.max(Math.floor(from / DAY), Math.floor(to / DAY) - MOST_DAYS + 1);
  const dates = Array.from({ length: Math.floor(to / DAY) - first + 1 }, (_, index) => utcDay((first + index) * DAY));
  return dates.flatMap((date) => OPERATIONS.toSorted().map((operation) => ({ date, operation, accepted: 0 })));
}

function isSameRow(row: UsageCount): (other: UsageCount) => boolean {
  return ({ date, operation }) => date === row.date && operation === row.operation;
}

function newestFirst(one: UsageCount, other: UsageCount): number {
  return one.date === other.date ? 0 : one.date < other.date ? 1 : -1;
}

const USAGE_SHAPES: Readonly<Record<string, (rows: readonly UsageCount[], today: string) => unknown>> = {
  days_back: (rows, today) => ({ days_back: daysBack(rows, today) }),
  short_names: (rows) => ({ data: rows.map((row) => ({ ...row, operation: row.operation.split('.')[0] })) }),
  days_map: (rows) => ({ days: byDay(rows) }),
  bare_map: byDay,
  nested_rows: (rows) => ({ data: Object.entries(byDay(rows)).map(([date, operations]) => ({ date, operations })) }),
};

function byDay(rows: readonly UsageCount[]): Record<string, Record<string, number>> {
  const days: Record<string, Record<string, number>> = {};
  for (const { date, operation, accepted } of rows) days[date] = { ...days[date], [operation]: accepted };
  return days;
}

/** The counts of each day by its distance from today, without a date. */
function daysBack(rows: readonly UsageCount[], today: string): Record<string, number>[] {
  const days = byDay(rows);
  const first = rows.reduce((least, { date }) => Math.min(least, Date.parse(date)), Date.parse(today));
  const length = (Date.parse(today) - first) / DAY + 1;
  return Array.from({ length }, (_, back) => days[utcDay(Date.parse(today) - back * DAY)] ?? {});
}

type PastLedger = { account: string; until: Instant; ledger: Ledger };

/** Remembers former ledgers, and shows the balance of some time ago. */
function balanceOfBefore(lag: number): Overrides {
  const pastOf = (memory: Memory) => memory.get<readonly PastLedger[]>('past') ?? [];
  return {
    change: ({ world, memory }) => {
      const before = [...world.state.accounts.values()];
      return () => {
        const { accounts, now: until } = world.state;
        const ended = before.filter(({ name, ledger }) => accounts.get(name)?.ledger !== ledger);
        if (ended.length === 0) return;
        const kept = pastOf(memory).filter((one) => one.until > until - lag);
        memory.set('past', [...kept, ...ended.map(({ name: account, ledger }) => ({ account, until, ledger }))]);
      };
    },
    ...shown('readCreditBalance', (balance, { world, memory, key }) => {
      if (key === null) return;
      const owner = ownerOf(key.account, key.environment);
      const asOf = world.state.now - lag;
      const past = pastOf(memory).find(({ account, until }) => account === key.account && until > asOf);
      const { unitCosts, ...present } = ledgerOf(world, owner);
      const then = balanceAt(world, { ...present, ...past?.ledger, unitCosts }, asOf);
      balance.as_of = then.as_of;
      showBalance(balance, then);
    }),
  };
}

function showBalance(balance: AnyJson, { object: _, as_of: __, unit_costs: ___, ...units }: Balance): void {
  Object.assign(balance, units);
}

type Balance = ReturnType<typeof balanceAt>;
