import type { Answer, Call } from './answer.ts';
import { unknownFields } from './assets.ts';
import { type Job, type Key, now, type Operation, stamp, type World } from './world.ts';

const OPERATIONS: readonly Operation[] = ['skin.analyze', 'makeup.apply'];

/** Spec 5: a test key charges nothing. */
export function costOf({ choice, breaks }: World, { environment }: Key, operation: Operation): number {
  if (environment === 'test' && !breaks('test jobs cost')) return 0;
  return (
    (choice('unit_costs')[operation] ?? 0) +
    (operation === 'makeup.apply' && breaks('makeup costs a unit more') ? 1 : 0)
  );
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

export function readBalance({ world, key: { account } }: Call): Answer {
  const { choice, breaks } = world;
  const { settled, held, enforced, threshold } = account;
  const available = settled - (breaks('held units are available') ? 0 : held);
  const isLow = threshold !== null && (breaks('low only below') ? available < threshold : available <= threshold);
  const body = {
    ...(choice('balance_object') === 'present' && { object: 'credit_balance' }),
    unit_costs: unitCosts(world),
    available_units: available,
    spendable_units: available,
    test_funded_units: 0,
    held_units: held,
    settled_units: settled,
    enforced,
    low_balance: isLow,
    as_of: stamp(world, now(world)),
    ...(breaks('the balance names its account') && { account_id: account.id }),
    ...unknownFields(world),
  };
  return { status: 200, body };
}

/** Of the operations that there are. */
function unitCosts({ choice }: World): Record<string, number> {
  const costs = Object.fromEntries(OPERATIONS.map((operation) => [operation, choice('unit_costs')[operation] ?? 0]));
  return choice('extra_fields') === 'everywhere' ? { 'hair.try_on': 3, ...costs } : costs;
}

export function count({ world, key }: Pick<Call, 'world' | 'key'>, operation: Operation, by: number): void {
  const name = `${key.account.id} ${key.environment} ${new Date().toISOString().slice(0, 10)} ${operation}`;
  world.accepted.set(name, (world.accepted.get(name) ?? 0) + by);
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
