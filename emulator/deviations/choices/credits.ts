import { accountOf, ownerOf } from '../../domain/account.ts';
import type { Ledger } from '../../domain/credits.ts';
import { DAY, type Instant, utcDay } from '../../domain/values/time.ts';
import { ledgerOf } from '../../world/ledger.ts';
import { balanceAt } from '../../world/reports.ts';
import type { UsageCount } from '../../world/usage-report.ts';
import type { Means, Memory, Overrides } from '../deviation.ts';
import { body, on, when } from '../edits.ts';

/** What a server shows of credits and usage. */
export const CREDIT_CHOICES: Readonly<Record<string, Means>> = {
  balance_object: () => ({
    answer: on(
      'readCreditBalance',
      when(
        200,
        body((shown) => void delete shown.object),
      ),
    ),
  }),
  unit_costs_operations: () => ({
    answer: on(
      'readCreditBalance',
      when(
        200,
        body(({ unit_costs }, { world }) => {
          if (world.settings.readings.hair_endpoint === 'absent') delete unit_costs['hair.try_on'];
        }),
      ),
    ),
  }),
  balance_lag: (lag) => balanceOfBefore(Number(lag)),
  usage_shape: (shape) => ({
    answer: on(
      'readUsage',
      when(
        200,
        body(({ data }, { world }) => USAGE_SHAPES[String(shape)]?.(data, utcDay(world.state.now))),
      ),
    ),
  }),
};

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
    answer: on(
      'readCreditBalance',
      when(
        200,
        body((shown, { world, memory, key }) => {
          if (key === null) return;
          const owner = ownerOf(key.account, key.environment);
          const asOf = world.state.now - lag;
          const past = pastOf(memory).find(({ account, until }) => account === accountOf(owner) && until > asOf);
          const { unitCosts, ...present } = ledgerOf(world, owner);
          const { unit_costs: _, ...then } = balanceAt(world, owner, { ...present, ...past?.ledger, unitCosts }, asOf);
          for (const [name, value] of Object.entries(then)) if (name in shown) shown[name] = value;
        }),
      ),
    ),
  };
}
