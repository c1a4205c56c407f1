import { ownerOf } from '../../domain/account.ts';
import { isTerminal, type Job } from '../../domain/job.ts';
import { utcDay } from '../../domain/values/time.ts';
import type { WireAnswer } from '../../world/wire.ts';
import { type Deviation, type RequestContext, subtle, type Tools } from '../deviation.ts';
import { type AnyJson, body, instead, isSubmit, on, refuse, when, where } from '../edits.ts';
import { isFirstDay, isReplay } from '../occasions.ts';

/** What jobs cost (sections 2.5, 3 and 7) right at first, and wrong on the next day, for some jobs, or once more. */
export const CHARGES: readonly Deviation[] = [
  balance('CREDIT-HOLD', 'hold-lapses-at-midnight', 'The hold of a job lapses at midnight.', (shown, context) =>
    give(
      shown,
      unitsOf(context, (job) => job.charge?.state === 'held' && isOfBefore(job, context)),
    ),
  ),
  subtle('CREDIT-HOLD', 'hold-once-a-second', 'Two jobs that are accepted in the same second hold the units of one.', {
    rules: (was, { world, memory }) => ({
      ledgerAfterAcceptance: (ledger, units) => {
        const second = Math.floor(world.state.now / 1_000);
        if (memory.get('second') === second) return ledger;
        memory.set('second', second);
        return was.ledgerAfterAcceptance(ledger, units);
      },
    }),
  }),
  subtle(
    'CREDIT-HOLD',
    'hold-dearer-on-the-next-day',
    'From its second day on an account pays a unit more for a job.',
    {
      rules: (was, tools) => ({
        unitsToHold: (...args) => {
          const units = was.unitsToHold(...args);
          return units === null || isFirstDay(tools) ? units : units + 1;
        },
      }),
    },
  ),
  balance('CREDIT-CAPTURE', 'success-refunded-overnight', 'A success is given back on the day after it.', (shown, of) =>
    give(
      shown,
      unitsOf(of, ({ stage, completedAt }) => stage === 'succeeded' && utcDay(completedAt ?? 0) < today(of)),
    ),
  ),
  forgotten('CREDIT-CAPTURE', 'capture-ends-with-retention', 'What a job has cost comes back when it is kept no more.'),
  balance('CREDIT-CAPTURE-FAILED', 'failure-refunded-overnight', 'A failure is given back after a day.', (shown, of) =>
    give(
      shown,
      unitsOf(of, ({ stage, completedAt }) => stage === 'failed' && utcDay(completedAt ?? 0) < today(of)),
    ),
  ),
  subtle(
    'CREDIT-RELEASE',
    'release-not-on-the-next-day',
    'A job that waited over midnight is paid for when cancelled.',
    {
      also: ['CANCEL-REFUND'],
      rules: (was, { world }) => ({
        settlement: (end, job) => {
          const waited = job !== undefined && utcDay(job.createdAt) !== utcDay(world.state.now);
          return end === 'cancelled' && waited ? 'capture' : was.settlement(end, job);
        },
      }),
    },
  ),
  moved(
    'CREDIT-RELEASE',
    'release-once-more',
    'A cancel that is repeated gives a unit back once more.',
    (context, answer) => (context.route === 'cancelJob' && answer.status === 200 && timesOf(context) > 1 ? 1 : 0),
  ),
  moved(
    'IDEM-CHARGE-ONCE',
    'replay-costs-after-the-end',
    'A replay costs a unit once its job has ended.',
    (_, answer) => (isReplay(answer) && /"completed_at":"/.test(String(answer.body)) ? -1 : 0),
  ),
  subtle(
    'IDEM-REPLAY-200',
    'replay-402-when-broke',
    'A replay is refused where the units would not do for another job.',
    { answer: where((context, answer) => isReplay(answer) && isBroke(context), refuse(402, 'INSUFFICIENT_CREDITS')) },
  ),
  subtle('CREDIT-402', 'credits-refused-on-the-first-day', 'From its second day on an account is refused nothing.', {
    rules: (was, tools) => ({ isAffordable: (...args) => was.isAffordable(...args) || !isFirstDay(tools) }),
  }),
  subtle('CREDIT-402', 'credits-second-try-accepted', 'Every second submission without enough units is accepted.', {
    rules: (was, { memory }) => ({
      isAffordable: (...args) => was.isAffordable(...args) || memory.count('refused') % 2 === 0,
    }),
  }),
  subtle('CREDIT-402', 'credits-zero-is-unlimited', 'An account with exactly nothing left is refused nothing.', {
    rules: (was) => ({
      isAffordable: (ledger, units) => was.isAffordable(ledger, units) || was.spendableUnits(ledger) === 0,
    }),
  }),
  subtle(
    'CREDIT-402',
    'credits-below-zero-accepted',
    'An account that an adjustment took below zero is refused nothing.',
    {
      rules: (was) => ({
        isAffordable: (ledger, units) => was.isAffordable(ledger, units) || was.spendableUnits(ledger) < 0,
      }),
    },
  ),
  subtle(
    'CREDIT-402-EXACT',
    'credits-exact-refused-for-the-dearer',
    'Exactly enough is not enough above three units.',
    {
      rules: (was) => ({
        isAffordable: (ledger, units) =>
          was.isAffordable(ledger, units) && !(ledger.enforced && units > 3 && was.spendableUnits(ledger) === units),
      }),
    },
  ),
  subtle(
    'CREDIT-402-TEST-FUNDED',
    'credits-test-funds-pay-later',
    'From the second day on test payments pay for jobs.',
    {
      rules: (was, tools) => ({
        isAffordable: (ledger, units) =>
          was.isAffordable(isFirstDay(tools) ? ledger : { ...ledger, testFunded: 0 }, units),
      }),
    },
  ),
  subtle('CREDIT-LOW', 'balance-low-ignores-held', 'Units that are held do not make a balance low.', {
    rules: (was) => ({ balanceIsLow: (ledger) => was.balanceIsLow({ ...ledger, held: 0 }) }),
  }),
  balance('CREDIT-LOW', 'balance-low-stays', 'A balance that was low once stays so.', (shown, { memory, key }) => {
    const name = `low ${key?.account}`;
    if (shown.low_balance && !memory.get(name)) memory.set(name, true);
    shown.low_balance ||= memory.get(name) === true;
  }),
  subtle('CREDIT-LOW', 'balance-low-not-below-zero', 'A balance below zero is not low.', {
    rules: (was) => ({ balanceIsLow: (ledger) => was.balanceIsLow(ledger) && was.spendableUnits(ledger) >= 0 }),
  }),
  balance('CREDIT-SPENDABLE', 'balance-spends-what-is-held', 'What is held can be spent.', (shown) => {
    shown.spendable_units += shown.held_units;
  }),
  balance(
    'CREDIT-AVAILABLE-SUM',
    'balance-available-next-day',
    'From the second day on held units are available.',
    (shown, of) => {
      if (!isFirstDay(of)) shown.available_units += shown.held_units;
    },
  ),
  balance('CREDIT-HELD', 'balance-held-null-at-zero', 'Where nothing is held, held_units is null.', (shown) => {
    shown.held_units ||= null;
  }),
  balance('CREDIT-OBJECT', 'balance-object-debt', 'A balance below zero calls itself debt.', (shown) => {
    if (shown.available_units < 0) shown.object = 'debt';
  }),
  balance(
    'CREDIT-UNIT-COSTS',
    'balance-costs-null-when-free',
    'An operation that costs nothing has no number.',
    (shown) => {
      for (const [name, cost] of Object.entries(shown.unit_costs)) if (cost === 0) shown.unit_costs[name] = null;
    },
  ),
  balance(
    'CREDIT-NO-ACCOUNT',
    'balance-names-account-when-low',
    'A low balance names its account.',
    (shown, { key }) => {
      if (shown.low_balance) shown.account_id = key?.account;
    },
  ),
  subtle(
    'CREDIT-UNREADABLE-503',
    'balance-zero-on-retry',
    'Who asks again while the ledger is unreadable reads zero.',
    {
      answer: on(
        'readCreditBalance',
        when(503, (answer, context) =>
          context.memory.count('dark') === 1 ? answer : instead(200, EMPTY)(answer, context),
        ),
      ),
    },
  ),
  moved('CREDIT-TEST-FREE', 'test-replay-costs', 'A replay with a test key costs a unit.', ({ key }, answer) =>
    key?.environment === 'test' && isReplay(answer) ? -1 : 0,
  ),
  balance(
    'CREDIT-TEST-FREE',
    'test-late-cancel-costs',
    'A test job that was cancelled too late costs a unit.',
    (shown, of) => {
      const { account = '' } = of.key ?? {};
      const late = [...of.world.state.jobs.values()].filter(
        (job) => job.owner === ownerOf(account, 'test') && job.cancelRequested && job.stage === 'succeeded',
      );
      give(shown, -late.length);
    },
  ),
  moved(
    'CREDIT-DELETE-KEEPS',
    'delete-refunds-later',
    'From the second day on a deletion gives a unit back.',
    (context, answer) => (!isFirstDay(context) && context.route === 'deleteJob' && answer.status === 204 ? 1 : 0),
  ),
];

const EMPTY = {
  as_of: '2026-01-01T00:00:00.000Z',
  settled_units: 0,
  held_units: 0,
  available_units: 0,
  test_funded_units: 0,
  spendable_units: 0,
  enforced: false,
  low_balance: false,
  unit_costs: {},
};

type Change = (shown: AnyJson, context: RequestContext) => void;

function balance(rule: string, id: string, about: string, change: Change): Deviation {
  return subtle(rule, id, about, {
    answer: on(
      'readCreditBalance',
      when(
        200,
        body((shown, context) => change(shown, context)),
      ),
    ),
  });
}

/** Adds units that are no job's any more: to what was granted, and so to what is left. */
function give(shown: AnyJson, units: number): void {
  for (const name of ['settled_units', 'available_units', 'spendable_units']) shown[name] += units;
}

/** The balance of an account is another by what its requests so far were worth. */
function moved(
  rule: string,
  id: string,
  about: string,
  worth: (context: RequestContext, answer: WireAnswer) => number,
): Deviation {
  return subtle(rule, id, about, {
    answer: (answer, context) => {
      const name = `moved ${context.key?.account}`;
      const by = worth(context, answer);
      const sum = (context.memory.get<number>(name) ?? 0) + by;
      if (by !== 0) context.memory.set(name, sum);
      return on(
        'readCreditBalance',
        when(
          200,
          body((shown) => give(shown, sum)),
        ),
      )(answer, context);
    },
  });
}

/** What jobs have cost that went with their retention: those that a caller deleted are left out. */
function forgotten(rule: string, id: string, about: string): Deviation {
  return subtle(rule, id, about, {
    change: ({ world, memory }) => {
      const before = [...world.state.jobs.values()];
      const { now } = world.state;
      return () => {
        const gone = before.filter(
          ({ id: job, expiresAt }) => !world.state.jobs.has(job) && (expiresAt ?? now) <= world.state.now,
        );
        const units = gone.reduce((sum, { charge }) => sum + (charge?.state === 'captured' ? charge.units : 0), 0);
        if (units > 0) memory.set('gone', (memory.get<number>('gone') ?? 0) + units);
      };
    },
    answer: on(
      'readCreditBalance',
      when(
        200,
        body((shown, { memory }) => give(shown, memory.get<number>('gone') ?? 0)),
      ),
    ),
  });
}

function unitsOf({ world, key }: RequestContext, isMeant: (job: Job) => boolean): number {
  const owner = ownerOf(key?.account ?? '', 'live');
  const meant = [...world.state.jobs.values()].filter((job) => job.owner === owner && isMeant(job));
  return meant.reduce((sum, { charge }) => sum + (charge?.units ?? 0), 0);
}

function isOfBefore(job: Job, { world }: Tools): boolean {
  return !isTerminal(job) && utcDay(job.createdAt) !== utcDay(world.state.now);
}

function today({ world }: Tools): string {
  return utcDay(world.state.now);
}

/** Whether no other job of the same price could be paid for. */
function isBroke({ route, key, world }: RequestContext): boolean {
  const account = world.state.accounts.get(key?.account ?? '');
  const isMeant = account !== undefined && key?.environment === 'live' && isSubmit(route);
  return isMeant && account.ledger.enforced && world.rules.spendableUnits(account.ledger) <= 0;
}

/** How often a path was called with such an answer. */
function timesOf({ memory, request }: RequestContext): number {
  return memory.count(`times ${request.path}`);
}
