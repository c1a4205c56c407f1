import { type Answer, type Call, refuse } from './answer.ts';
import { unknownFields } from './assets.ts';
import { type Account, type Job, type Key, now, type Operation, stamp, type World } from './world.ts';

const OPERATIONS: readonly Operation[] = ['skin.analyze', 'makeup.apply'];

/** Spec 5: a test key charges nothing. */
export function costOf(world: World, { environment, account }: Key, operation: Operation): number {
  if (environment === 'test' && !world.breaks('test jobs cost')) return 0;
  const more = operation === 'makeup.apply' && world.breaks('makeup costs a unit more') ? 1 : 0;
  return priceOf(world, account, operation) + more;
}

function priceOf({ choice }: World, { prices }: Account, operation: Operation): number {
  return prices[operation] ?? choice('unit_costs')[operation] ?? 0;
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
  const unseen = breaks('held units are available') ? held : 0;
  const body = {
    ...(choice('balance_object') === 'present' && { object: 'credit_balance' }),
    unit_costs: unitCosts(world, account),
    available_units: settled - held + unseen,
    spendable_units: spendable(account) + unseen,
    test_funded_units: testFunded,
    held_units: held,
    settled_units: settled,
    enforced,
    low_balance: isLow(world, account),
    as_of: stamp(world, now(world)),
    ...(breaks('the balance names its account') && { account_id: account.id }),
    ...unknownFields(world),
  };
  return { status: 200, body };
}

function isLow({ breaks }: World, account: Account): boolean {
  const { threshold } = account;
  if (threshold === null) return false;
  if (breaks('low balance forgets what is held')) return spendable(account) + account.held <= threshold;
  return breaks('low only below') ? spendable(account) < threshold : spendable(account) <= threshold;
}

/** Of the operations that there are. */
function unitCosts(world: World, account: Account): Record<string, number> {
  const costs = Object.fromEntries(OPERATIONS.map((operation) => [operation, priceOf(world, account, operation)]));
  return world.choice('extra_fields') === 'everywhere' ? { 'hair.try_on': 3, ...costs } : costs;
}

/** Reading 13: by UTC day and operation. The rest of the shape is not specified. */
export function readUsage({ world, key }: Call): Answer {
  const own = `${key.account.id} ${key.environment} `;
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
