import { balance, EMPTY_BALANCE, moved } from '../balances.ts';
import { blatant, type Deviation, subtle } from '../deviation.ts';
import { body, instead, isSubmit, on, refusal, refuse, SUBMITS, status, when, where } from '../edits.ts';
import { isFirstDay } from '../occasions.ts';
import { later } from '../shift.ts';
import { decide } from '../views.ts';

/** Section 2.5, and what jobs cost. */
export const CREDITS: readonly Deviation[] = [
  blatant('CREDIT-BALANCE-200', 'balance-answers-203', 'Reading the balance answers 203.', {
    answer: on('readCreditBalance', when(200, status(203))),
  }),
  balance('CREDIT-OBJECT', 'balance-object-balance', 'The balance calls itself balance.', (shown) => {
    shown.object = 'balance';
  }),
  balance('CREDIT-AS-OF', 'balance-as-of-missing', 'The balance does not say when it was read.', (shown) => {
    delete shown.as_of;
  }),
  subtle('CREDIT-AS-OF-READ', 'balance-as-of-goes-back', 'Each read of the balance is a second older than the last.', {
    answer: on(
      'readCreditBalance',
      body((shown, { memory }) => {
        shown.as_of = later(shown.as_of, -1_000 * memory.count('reads'));
      }),
    ),
  }),
  balance('CREDIT-SETTLED', 'balance-settled-text', 'The settled units are a text.', (shown) => {
    shown.settled_units = `${shown.settled_units}`;
  }),
  balance('CREDIT-HELD', 'balance-held-missing', 'The balance does not say how many units are held.', (shown) => {
    delete shown.held_units;
  }),
  balance('CREDIT-AVAILABLE', 'balance-available-fraction', 'The available units have a fraction.', (shown) => {
    shown.available_units += 0.5;
  }),
  balance('CREDIT-AVAILABLE-SUM', 'balance-available-ignores-held', 'Held units count as available.', (shown) => {
    shown.available_units = shown.settled_units;
  }),
  balance(
    'CREDIT-TEST-FUNDED',
    'balance-test-funded-null',
    'Without test funds, test_funded_units is null.',
    (shown) => {
      if (shown.test_funded_units === 0) shown.test_funded_units = null;
    },
  ),
  subtle('CREDIT-SPENDABLE', 'balance-spends-test-funds', 'Units of test payments count as spendable while enforced.', {
    answer: on(
      'readCreditBalance',
      body((shown) => {
        shown.spendable_units = shown.available_units;
      }),
    ),
  }),
  balance(
    'CREDIT-SPENDABLE',
    'balance-test-funds-never-spendable',
    'Units of test payments are left out when not enforced.',
    (shown) => {
      shown.spendable_units = shown.available_units - shown.test_funded_units;
    },
  ),
  balance('CREDIT-ENFORCED', 'balance-enforced-word', 'The word yes or no stands for enforced.', (shown) => {
    shown.enforced = shown.enforced ? 'yes' : 'no';
  }),
  balance('CREDIT-LOW-FLAG', 'balance-low-null', 'A balance that is not low says null.', (shown) => {
    shown.low_balance = shown.low_balance || null;
  }),
  subtle('CREDIT-LOW', 'balance-low-below-only', 'A balance exactly at the threshold is not low.', {
    rules: (was) => ({ balanceIsLow: (ledger) => was.balanceIsLow({ ...ledger, settled: ledger.settled + 1 }) }),
  }),
  subtle('CREDIT-LOW', 'balance-low-by-available', 'Whether the balance is low goes by the available units.', {
    rules: (was) => ({ balanceIsLow: (ledger) => was.balanceIsLow({ ...ledger, enforced: false }) }),
  }),
  balance('CREDIT-UNIT-COSTS', 'balance-costs-text', 'A cost is a text.', (shown) => {
    for (const name of Object.keys(shown.unit_costs)) shown.unit_costs[name] = `${shown.unit_costs[name]}`;
  }),
  balance(
    'CREDIT-UNIT-COSTS-KEYS',
    'balance-costs-by-scope',
    'The cost of a hair try-on is under hair.apply.',
    (shown) => {
      const { 'hair.try_on': cost, ...others } = shown.unit_costs;
      shown.unit_costs = { ...others, 'hair.apply': cost };
    },
  ),
  subtle('CREDIT-NO-ACCOUNT', 'balance-names-account', 'The balance names the account.', {
    answer: on(
      'readCreditBalance',
      when(
        200,
        body((shown, { key }) => {
          shown.account_id = key?.account;
        }),
      ),
    ),
  }),
  balance('CREDIT-LOW', 'balance-low-stays', 'A balance that was low once stays so.', (shown, { memory, key }) => {
    const name = `low ${key?.account}`;
    if (shown.low_balance && !memory.get(name)) memory.set(name, true);
    shown.low_balance ||= memory.get(name) === true;
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
  subtle('CREDIT-LOW', 'balance-low-not-below-zero', 'A balance below zero is not low.', {
    rules: (was) => ({ balanceIsLow: (ledger) => was.balanceIsLow(ledger) && was.spendableUnits(ledger) >= 0 }),
  }),
  subtle('CREDIT-LOW', 'balance-low-ignores-held', 'Units that are held do not make a balance low.', {
    rules: (was) => ({ balanceIsLow: (ledger) => was.balanceIsLow({ ...ledger, held: 0 }) }),
  }),
  blatant('CREDIT-ANY-KEY', 'balance-needs-scope', 'A key without a scope cannot read the balance.', {
    answer: on(
      'readCreditBalance',
      where(({ key }) => key?.scopes.length === 0, refuse(403, 'INSUFFICIENT_SCOPE')),
    ),
  }),
  subtle('CREDIT-UNREADABLE-503', 'balance-unreadable-zero', 'A ledger that cannot be read is a balance of zero.', {
    answer: on('readCreditBalance', when(503, instead(200, EMPTY_BALANCE))),
  }),
  subtle(
    'CREDIT-UNREADABLE-503',
    'balance-zero-on-retry',
    'Who asks again while the ledger is unreadable reads zero.',
    {
      answer: on(
        'readCreditBalance',
        when(503, (answer, context) =>
          context.memory.count('dark') === 1 ? answer : instead(200, EMPTY_BALANCE)(answer, context),
        ),
      ),
    },
  ),
  blatant('CREDIT-HOLD', 'submit-holds-nothing', 'A job holds no units while it is under way.', {
    ...decide({ ledgerAfterAcceptance: (ledger) => ledger }),
  }),
  subtle('CREDIT-HOLD', 'submit-holds-one-more', 'A job costs one unit more than unit_costs says.', {
    rules: (was) => ({
      unitsToHold: (...args) => {
        const units = was.unitsToHold(...args);
        return units === null ? null : units + 1;
      },
    }),
  }),
  subtle(
    'CREDIT-HELD-QUEUED',
    'submit-settles-at-once',
    'The units of a job are settled at its acceptance, and never held.',
    {
      answer: on(
        'readCreditBalance',
        body((shown) => {
          shown.settled_units -= shown.held_units;
          shown.held_units = 0;
        }),
      ),
    },
  ),
  subtle('CREDIT-CAPTURE', 'success-costs-nothing', 'A job that succeeded gives its units back.', {
    rules: (was) => ({ settlement: (end, job) => (end === 'succeeded' ? 'release' : was.settlement(end, job)) }),
  }),
  subtle('CREDIT-CAPTURE', 'success-costs-twice', 'A job that succeeded is paid for twice.', {
    rules: (was) => ({
      ledgerAfterEnd: (ledger, units, settlement) => {
        const after = was.ledgerAfterEnd(ledger, units, settlement);
        return settlement === 'capture' ? { ...after, settled: after.settled - units } : after;
      },
    }),
  }),
  subtle('CREDIT-CAPTURE-FAILED', 'failure-costs-nothing', 'A job that failed gives its units back.', {
    rules: (was) => ({ settlement: (end, job) => (end === 'failed' ? 'release' : was.settlement(end, job)) }),
  }),
  blatant('CREDIT-RELEASE', 'cancel-captures', 'A cancelled job is paid for in full.', {
    ...decide({ settlement: () => 'capture' }),
    also: ['CANCEL-REFUND'],
  }),
  moved(
    'CREDIT-REFUSED-FREE',
    'refusal-costs-a-unit',
    'A submission that is not valid costs a unit.',
    ({ route }, answer) => (isSubmit(route) && answer.status === 400 ? -1 : 0),
  ),
  moved(
    'CREDIT-REFUSED-FREE',
    'refusal-402-costs-a-unit',
    'A submission that is refused for want of units costs one.',
    ({ route }, answer) => (isSubmit(route) && answer.status === 402 ? -1 : 0),
  ),
  moved(
    'CREDIT-DELETE-KEEPS',
    'delete-gives-units-back',
    'Deleting a finished job gives a unit back.',
    ({ route }, answer) => (route === 'deleteJob' && answer.status === 204 ? 1 : 0),
  ),
  subtle('CREDIT-TEST-FREE', 'test-jobs-cost', 'Jobs of a test key hold and cost units.', {
    rules: (was) => ({ unitsToHold: (ledger, operation) => was.unitsToHold(ledger, operation, 'live') }),
  }),
  blatant('CREDIT-402', 'credits-never-refused', 'A submission without enough units is accepted while enforced.', {
    ...decide({ isAffordable: () => true }),
  }),
  subtle('CREDIT-402', 'credits-other-code', 'The 402 has the code PAYMENT_REQUIRED.', {
    answer: on(SUBMITS, when(402, refusal(402, 'PAYMENT_REQUIRED'))),
  }),
  subtle('CREDIT-402-EXACT', 'credits-exact-refused', 'A submission that costs exactly what is left is refused.', {
    rules: (was) => ({ isAffordable: (ledger, units) => was.isAffordable(ledger, units + 1) }),
  }),
  subtle('CREDIT-402-TEST-FUNDED', 'credits-test-funds-pay', 'Units of test payments pay for jobs while enforced.', {
    rules: (was) => ({ isAffordable: (ledger, units) => was.isAffordable({ ...ledger, testFunded: 0 }, units) }),
  }),
  subtle(
    'CREDIT-NOT-ENFORCED',
    'credits-always-enforced',
    'A submission without enough units is refused though not enforced.',
    { rules: (was) => ({ isAffordable: (ledger, units) => was.isAffordable({ ...ledger, enforced: true }, units) }) },
  ),
];
