import { type Answer, type Call, refuse } from './answer.ts';
import { unknownFields } from './assets.ts';
import { hasHabit } from './habits.ts';
import { type Account, type Job, type Key, now, type Operation, operationsOf, stamp, type World } from './world.ts';

/** Spec 5: a test key charges nothing. */
export function costOf(world: World, { environment, account }: Key, operation: Operation): number {
  if (environment === 'test') return 0;
  const isDearer = operation === 'makeup.apply' && world.breaks('makeup costs a unit more');
  return priceOf(world, account, operation) + (isDearer ? 1 : 0);
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

export function giveBack(job: Bill): void {
  if (job.isCharged) job.account.settled += job.cost;
  else job.account.held -= job.cost;
}

/** Spec 2.5: what test payments have funded is not spendable while the units are enforced. */
function spendable({ settled, held, enforced, testFunded }: Account): number {
  return settled - held - (enforced ? testFunded : 0);
}

/** Spec 8: while units are enforced, a submission that costs more than is left is refused. */
export function checkUnits({ breaks }: World, account: Account, cost: number): void {
  const left = spendable(account) + (breaks('held units pay again') ? account.held : 0);
  if (cost > 0 && account.enforced && left < cost) refuse(402, 'INSUFFICIENT_CREDITS', 'There are not enough units.');
}

export function readBalance({ world, key: { account } }: Call): Answer {
  const { choice, breaks } = world;
  if (world.faults.ledger_unreadable)
    refuse(503, breaks('a ledger has its own code') ? 'LEDGER_DOWN' : 'SERVICE_UNAVAILABLE', 'There is no ledger.');
  const { held, settled, enforced, testFunded, threshold } = account;
  const costs = Object.fromEntries(operationsOf(world).map((name) => [name, priceOf(world, account, name)]));
  const body = {
    ...(choice('balance_object') === 'present' && { object: 'credit_balance' }),
    unit_costs: choice('extra_fields') === 'everywhere' ? { 'hair.try_on': 3, ...costs } : costs,
    available_units: settled - held,
    spendable_units: spendable(account),
    test_funded_units: testFunded,
    held_units: held,
    settled_units: settled,
    enforced,
    low_balance: threshold !== null && spendable(account) <= threshold,
    as_of: stamp(world, now(world)),
    ...unknownFields(world),
  };
  return { status: 200, body };
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
  if (hasHabit(world, 'usage_names')) return { status: 200, body: { months: ['all'], counts: days } };
  if (world.choice('usage_shape') === 'bare_map') return { status: 200, body: days };
  const rows = Object.entries(days).map(([day, operations]) => ({ day, operations }));
  return { status: 200, body: { timezone: 'UTC', rows } };
}
