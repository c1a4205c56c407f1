import { accountOf, ownerOf } from '../../domain/account.ts';
import { available, type Ledger } from '../../domain/credits.ts';
import { DAY, type Instant, MINUTE, SECOND, utcDay } from '../../domain/values/time.ts';
import { ledgerOf } from '../../world/ledger.ts';
import { balanceAt } from '../../world/reports.ts';
import type { UsageCount } from '../../world/usage-report.ts';
import type { WireAnswer } from '../../world/wire.ts';
import { shifted } from '../balances.ts';
import type { Means, Memory, Overrides, RequestContext } from '../deviation.ts';
import { body, isSubmit, on, when } from '../edits.ts';

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
  balance_copies: () =>
    balanceOfBefore(10 * SECOND, ({ memory, key }) => memory.count(`reads ${key?.account}`) % 2 === 0),
  refusal_fee: () => ({ answer: shifted(feeFor) }),
  not_enforced_without_units: () => ({
    rules: (was) => ({
      unitsToHold: (ledger, ...args) => {
        const units = was.unitsToHold(ledger, ...args);
        return units === null || ledger.enforced ? units : Math.min(units, Math.max(0, available(ledger)));
      },
    }),
  }),
  test_funded_spending: () => ({
    rules: (was) => ({
      ledgerAfterEnd: (ledger, units, settlement) => {
        const after = was.ledgerAfterEnd(ledger, units, settlement);
        const isSpent = settlement === 'capture' && !ledger.enforced;
        return isSpent ? { ...after, testFunded: Math.max(0, after.testFunded - units) } : after;
      },
    }),
  }),
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

/** A unit for every tenth submission that is refused within a minute. */
function feeFor({ route, key, world, memory }: RequestContext, { status }: WireAnswer): number {
  if (!isSubmit(route) || status < 400 || key === null) return 0;
  const minute = Math.floor(world.state.now / MINUTE);
  return memory.count(`refused ${key.account} ${minute}`) % 10 === 0 ? -1 : 0;
}

/** The ledger that an account had before an instant. */
type PastLedger = { account: string; until: Instant; ledger: Ledger };

/** Remembers how ledgers were, and shows the balance of some time ago. */
function balanceOfBefore(lag: number, isMeant: (context: RequestContext) => boolean = () => true): Overrides {
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
        body((shown, context) => {
          const { world, memory, key } = context;
          if (key === null || !isMeant(context)) return;
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
