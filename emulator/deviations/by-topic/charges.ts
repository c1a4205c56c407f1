import { ownerOf } from '../../domain/account.ts';
import { isTerminal, type Job } from '../../domain/job.ts';
import { utcDay } from '../../domain/values/time.ts';
import { balance, give, moved } from '../balances.ts';
import { type Deviation, type RequestContext, subtle, type Tools } from '../deviation.ts';
import { body, isSubmit, on, refuse, when, where } from '../edits.ts';
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
