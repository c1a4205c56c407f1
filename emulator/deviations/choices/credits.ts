import { ownerOf } from '../../domain/account.ts';
import type { Ledger } from '../../domain/credits.ts';
import { DAY, type Instant, utcDay } from '../../domain/values/time.ts';
import { ledgerOf } from '../../world/ledger.ts';
import { balanceAt } from '../../world/reports.ts';
import type { UsageCount } from '../../world/usage-report.ts';
import type { AnyJson, Means, Memory, Overrides } from '../deviation.ts';
import { described } from '../documents.ts';
import { shown } from '../edits.ts';
import { refuses, unknownParameter } from '../refusals.ts';
import { asked } from '../requests.ts';

/** What a server shows of credits and usage. */
export const CREDIT_CHOICES: Readonly<Record<string, Means>> = {
  balance_object: () => shown('readCreditBalance', (balance) => void delete balance.object),
  unit_costs_operations: () =>
    shown('readCreditBalance', ({ unit_costs }, { world }) => {
      if (world.settings.readings.hair_endpoint === 'absent') delete unit_costs['hair.try_on'];
    }),
  // Spec 3: a job that was to be cancelled and ran on is billed, however it ended.
  failed_job_billing: () => ({
    rules: (was) => ({
      settlement: (end, job) =>
        end === 'failed' && job?.cancelRequested === false ? 'release' : was.settlement(end, job),
    }),
  }),
  balance_lag: (lag) => balanceOfBefore(Number(lag)),
  test_key_balance: () =>
    shown('readCreditBalance', (balance, { world, key }) => {
      if (key?.environment !== 'test') return;
      const empty = { ...ledgerOf(world, ownerOf(key.account, 'test')), settled: 0, held: 0, testFunded: 0 };
      showBalance(balance, balanceAt(world, empty, world.state.now));
    }),
  // The order comes before the shape, which may have no rows.
  usage_order: () => shown('readUsage', ({ data }) => void data.sort(newestFirst)),
  usage_shape: (shape) =>
    shown('readUsage', ({ data }, { world }) => USAGE_SHAPES[String(shape)]?.(data, utcDay(world.state.now))),
  usage_parameters: () => ({
    ...refuses('readUsage', ({ request }) => request.query.map(unknownParameter)),
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

/** The counts of each day by how many days it is back, without a date. */
function daysBack(rows: readonly UsageCount[], today: string): Record<string, number>[] {
  const days = byDay(rows);
  const first = rows.reduce((least, { date }) => Math.min(least, Date.parse(date)), Date.parse(today));
  const length = (Date.parse(today) - first) / DAY + 1;
  return Array.from({ length }, (_, back) => days[utcDay(Date.parse(today) - back * DAY)] ?? {});
}

/** The ledger that an account had before an instant. */
type PastLedger = { account: string; until: Instant; ledger: Ledger };

/** Remembers how ledgers were, and shows the balance of some time ago. */
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

/** Replaces what a balance has units of. */
function showBalance(balance: AnyJson, { object: _, as_of: __, unit_costs: ___, ...units }: Balance): void {
  Object.assign(balance, units);
}

type Balance = ReturnType<typeof balanceAt>;
