import { type Answer, type Call, refuse } from './answer.ts';
import { unknownFields } from './assets.ts';
import { hasHabit } from './habits.ts';
import {
  type Account,
  type Job,
  type JobBody,
  type Key,
  now,
  type Operation,
  operationsOf,
  stamp,
  type World,
} from './world.ts';

/** Spec 5: submissions with a test key cost nothing. */
export function costOf(world: World, { environment, account }: Key, operation: Operation, body: JobBody): number {
  if (environment === 'test') return 0;
  const isDearer = operation === 'makeup.apply' && world.breaks('makeup costs a unit more');
  const price = priceOf(world, account, operation) + (isDearer ? 1 : 0);
  const { products = [] } = body as { products?: unknown[] };
  return products.length > 1 && world.breaks('two layers cost twice') ? 2 * price : price;
}

function priceOf({ choice }: World, { prices }: Account, operation: Operation): number {
  return prices[operation] ?? choice('unit_costs')[operation] ?? 0;
}

type Bill = Pick<Job, 'account' | 'cost' | 'isCharged'>;

export function hold({ account, cost }: Pick<Bill, 'account' | 'cost'>): void {
  account.held += cost;
}

export function charge(job: Bill): void {
  if (job.isCharged) return;
  job.isCharged = true;
  job.account.held -= job.cost;
  job.account.settled -= job.cost;
}

/** Charges for a failed test job, which breaks the specification. */
export function chargeTestFailure(world: World, { account, environment, operation }: Job): void {
  if (environment === 'test' && world.breaks('failed test jobs are billed'))
    account.settled -= priceOf(world, account, operation);
}

export function giveBack(job: Bill): void {
  if (job.isCharged) job.account.settled += job.cost;
  else job.account.held -= job.cost;
}

function available({ settled, held }: Account): number {
  return settled - held;
}

/** Spec 2.5: units from test payments cannot be spent while enforcement is on. */
function spendable({ settled, held, enforced, testFunded }: Account): number {
  return settled - held - (enforced ? testFunded : 0);
}

/** The units that an account needs for a submission, which are its cost. */
export function neededFor(world: World, { account, environment }: Key, operation: Operation, cost: number): number {
  const isTest = environment === 'test' && world.breaks('a test key needs units');
  return isTest ? priceOf(world, account, operation) : cost;
}

/** Spec 8: while enforcement is on, a submission that costs more than the remaining units is refused. */
export function lacksUnits({ breaks }: World, account: Account, cost: number): boolean {
  const own = breaks('test funds pay for submissions') ? available(account) : spendable(account);
  const left = own + (breaks('held units pay again') ? account.held : 0);
  const needed = breaks('the last units cannot be spent') ? cost + 1 : cost;
  return cost > 0 && account.enforced && left < needed;
}

/** The held units in the balance. */
function heldUnits({ jobs, breaks }: World, { account, secret }: Key): number {
  if (breaks('the held units of another key are not shown')) {
    const others = [...jobs.values()].filter((job) => job.account === account && job.submitter !== secret);
    const open = others.filter(({ stage, isCharged }) => stage !== 'ended' && !isCharged);
    return open.reduce((held, { cost }) => held - cost, account.held);
  }
  if (!breaks('a running job holds nothing')) return account.held;
  const running = [...jobs.values()].filter((job) => job.account === account && job.status === 'running');
  return running.reduce((held, { cost, isCharged }) => held - (isCharged ? 0 : cost), account.held);
}

function isLow({ breaks }: World, account: Account): boolean {
  const { threshold } = account;
  if (threshold === null) return false;
  const left = breaks('a low balance is one of available units') ? available(account) : spendable(account);
  const isAt = left === threshold && !breaks('a low balance is below its threshold');
  return left < threshold || isAt;
}

/** What readings of a balance leave behind, where that breaks the specification. */
const FIRST_READ = new WeakMap<Account, number>();
const ONCE_LOW = new WeakSet<Account>();
const SHOWN_HELD = new WeakSet<Job>();

function noteReading(
  { jobs, breaks }: World,
  account: Account,
  { time, isLow: low }: { time: number; isLow: boolean },
) {
  if (!FIRST_READ.has(account)) FIRST_READ.set(account, time);
  if (low) ONCE_LOW.add(account);
  for (const job of jobs.values()) if (job.account === account && job.stage !== 'ended') SHOWN_HELD.add(job);
  return {
    time: breaks('a balance has the date of its first reading') ? (FIRST_READ.get(account) ?? time) : time,
    isLow: low || (ONCE_LOW.has(account) && breaks('a low balance stays low after a grant')),
  };
}

/** Holds the units of a cancelled job again, where that breaks the specification. */
export function keepShownHold({ breaks }: World, job: Job): void {
  if (SHOWN_HELD.has(job) && breaks('a cancel leaves the hold that a balance has shown')) hold(job);
}

export function readBalance({ world, key }: Call): Answer {
  const { choice, breaks } = world;
  const isEmpty = world.faults.ledger_unreadable && key.environment === 'test';
  const isShownEmpty = isEmpty && breaks('an unreadable ledger is empty for a test key');
  if (world.faults.ledger_unreadable && !isShownEmpty)
    refuse(503, breaks('a ledger has its own code') ? 'LEDGER_DOWN' : 'SERVICE_UNAVAILABLE', 'There is no ledger.');
  const account = isShownEmpty
    ? { ...key.account, held: 0, settled: 0, testFunded: 0 }
    : { ...key.account, held: heldUnits(world, key) };
  const { held, settled, enforced, testFunded } = account;
  const reading = noteReading(world, key.account, { time: now(world), isLow: isLow(world, account) });
  const costs = Object.fromEntries(operationsOf(world).map((name) => [name, priceOf(world, account, name)]));
  const body = {
    ...(choice('balance_object') === 'present' && { object: 'credit_balance' }),
    unit_costs: choice('extra_fields') === 'everywhere' ? { 'hair.try_on': 3, ...costs } : costs,
    available_units: Math.max(available(account), breaks('available units stop at zero') ? 0 : -Infinity),
    spendable_units: spendable(account) - (!enforced && breaks('test funds are spendable nowhere') ? testFunded : 0),
    test_funded_units: testFunded,
    held_units: held,
    settled_units: settled,
    enforced,
    low_balance: reading.isLow,
    as_of: stamp(world, reading.time),
    ...unknownFields(world),
  };
  return { status: 200, body };
}

/** Reading 13: the usage by UTC day and operation. The specification does not define the rest of its shape. */
export function readUsage({ world, key }: Call): Answer {
  const own = `${key.account.id} ${key.environment} `;
  const days: Record<string, Record<string, number>> = {};
  for (const [name, accepted] of world.accepted) {
    if (!name.startsWith(own)) continue;
    const [day = '', operation = ''] = name.slice(own.length).split(' ');
    days[day] = { ...days[day], [operation]: accepted };
  }
  if (hasHabit(world, 'usage_names')) return { status: 200, body: { months: ['all'], counts: days } };
  if (world.choice('usage_shape') === 'bare_map') return { status: 200, body: days };
  const rows = Object.entries(days).map(([day, operations]) => ({ day, operations }));
  return { status: 200, body: { timezone: 'UTC', rows } };
}
