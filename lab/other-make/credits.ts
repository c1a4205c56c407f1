import { type Answer, type Call, refuse } from './answer.ts';
import { unknownFields } from './assets.ts';
import {
  type Account,
  dayOf,
  type Job,
  type Key,
  now,
  type Operation,
  operationsOf,
  stamp,
  type World,
} from './world.ts';

/** Spec 5: a test key charges nothing. */
export function costOf(world: World, { environment, account }: Key, operation: Operation): number {
  if (environment === 'test' && !world.breaks('test jobs cost')) return 0;
  const isDearer = operation === 'makeup.apply' && world.breaks('makeup costs a unit more');
  const isLater = world.breaks('a day of prices is enough') && hasJobOfBefore(world, account);
  return priceOf(world, account, operation) + (isDearer || isLater ? 1 : 0);
}

function priceOf({ choice }: World, { prices }: Account, operation: Operation): number {
  return prices[operation] ?? choice('unit_costs')[operation] ?? 0;
}

function hasJobOfBefore(world: World, account: Account): boolean {
  return jobsOf(world, account).some(({ created }) => dayOf(created) !== dayOf(now(world)));
}

function jobsOf({ jobs }: World, account: Account): Job[] {
  return [...jobs.values()].filter((job) => job.account === account);
}

/** Spec 5: of a job of a test key nothing is billed, however late it was cancelled. */
export function billLateCancel({ breaks }: World, { account, environment, wantsCancel, status }: Job): void {
  const isMeant = environment === 'test' && wantsCancel && status !== 'cancelled';
  if (isMeant && breaks('a late cancel of a test job costs')) account.settled -= 1;
}

type Bill = Pick<Job, 'account' | 'cost' | 'isCharged'>;

export function hold({ account, cost }: Bill): void {
  account.held += cost;
}

export function charge(job: Bill): void {
  if (job.isCharged) return;
  job.isCharged = true;
  job.account.held -= job.cost;
  job.account.settled -= job.cost;
}

/** Hours after its end: what a service does that settles its bills at night. */
export function settleAgain(world: World, job: Job): void {
  if (world.breaks('a bill is forgotten by night') && job.status === 'succeeded') job.account.settled += job.cost;
  if (world.breaks('a failure is billed again by night') && job.status === 'failed') job.account.settled -= job.cost;
}

export function giveBack(job: Bill): void {
  if (job.isCharged) job.account.settled += job.cost;
  else job.account.held -= job.cost;
}

/** Spec 2.5: what test payments have funded is not spendable while the units are enforced. */
export function spendable({ settled, held, enforced, testFunded }: Account): number {
  return settled - held - (enforced ? testFunded : 0);
}

/** What a submission may cost. */
export function purse({ breaks }: World, account: Account): number {
  const more = account.enforced && breaks('test money pays') ? account.testFunded : 0;
  return spendable(account) + more + (breaks('held units pay again') ? account.held : 0);
}

export function readBalance({ world, key: { account } }: Call): Answer {
  const { choice, breaks } = world;
  if (world.faults.ledger_unreadable && !breaks('an unreadable ledger is empty'))
    refuse(503, breaks('a ledger has its own code') ? 'LEDGER_DOWN' : 'SERVICE_UNAVAILABLE', 'There is no ledger.');
  const { held, enforced, testFunded } = account;
  const settled = world.faults.ledger_unreadable ? 0 : account.settled;
  const unseen = breaks('held units are available') ? held : heldBefore(world, account);
  const body = {
    ...(choice('balance_object') === 'present' && { object: 'credit_balance' }),
    unit_costs: unitCosts(world, account),
    available_units: settled - held + unseen,
    spendable_units: spendable(account) + unseen,
    test_funded_units: testFunded,
    held_units: held - heldBefore(world, account),
    settled_units: settled,
    enforced,
    low_balance: isLow(world, account),
    as_of: stamp(world, now(world)),
    ...(breaks('the balance names its account') && { account_id: account.id }),
    ...unknownFields(world),
  };
  return { status: 200, body };
}

/** What jobs of another day hold, where that is forgotten. */
function heldBefore(world: World, account: Account): number {
  if (!world.breaks('a hold ends at midnight')) return 0;
  const held = jobsOf(world, account).filter(
    ({ stage, isCharged, created }) => stage !== 'ended' && !isCharged && dayOf(created) !== dayOf(now(world)),
  );
  return held.reduce((sum, { cost }) => sum + cost, 0);
}

function isLow({ breaks }: World, account: Account): boolean {
  const { threshold, past } = account;
  if (threshold === null) return false;
  past.wasLow ||= spendable(account) <= threshold;
  if (past.wasLow && breaks('low balance stays low')) return true;
  if (breaks('low balance forgets what is held')) return spendable(account) + account.held <= threshold;
  return breaks('low only below') ? spendable(account) < threshold : spendable(account) <= threshold;
}

/** Of the operations that there are. */
function unitCosts(world: World, account: Account): Record<string, number> {
  const costs = Object.fromEntries(
    operationsOf(world).map((operation) => [operation, priceOf(world, account, operation)]),
  );
  return world.choice('extra_fields') === 'everywhere' ? { 'hair.try_on': 3, ...costs } : costs;
}

/** Reading 13: by UTC day and operation. The rest of the shape is not specified. */
export function readUsage({ world, key }: Call): Answer {
  const own = `${key.account.id} ${key.environment} `;
  const isEmpty = ![...world.accepted.keys()].some((name) => name.startsWith(own));
  if (isEmpty && world.breaks('an empty usage is not found')) refuse(404, 'NO_USAGE', 'There is none yet.');
  const days: Record<string, Record<string, number>> = {};
  for (const [name, accepted] of world.accepted) {
    if (!name.startsWith(own)) continue;
    const [day = '', operation = ''] = name.slice(own.length).split(' ');
    days[day] = { ...days[day], [operation]: accepted };
  }
  if (world.choice('usage_shape') === 'bare_map') return { status: 200, body: days };
  const rows = Object.entries(days).map(([day, operations]) => ({ day, operations }));
  return { status: 200, body: { timezone: 'UTC', rows } };
}
