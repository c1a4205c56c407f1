import { type Call, refuse } from './answer.ts';
import { dayOf, type Job, now, type Operation, type Owner, type World } from './world.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Spec 8: refuses a submission beyond the admission limit of its key or the daily quota. */
export function admit({ world, key }: Call, { operation, cost }: Pick<Job, 'operation' | 'cost'>): void {
  const { admission_per_minute: most, daily_quota: quota } = world.faults;
  const time = now(world);
  const recent = (world.admitted.get(key.secret) ?? []).filter((at) => at > time - MINUTE);
  if (most !== null && recent.length >= most) refuseUntil(world, (recent.at(-most) ?? time) + MINUTE);
  if (quota === null || (world.spent.get(placeOf(key, time, operation)) ?? 0) < quota) return;
  if (world.breaks('a submission beyond the quota holds its units')) key.account.held += cost;
  refuseUntil(world, Date.parse(dayOf(time)) + DAY, !world.breaks('the daily quota has no Retry-After'));
}

function refuseUntil(world: World, end: number, isStated = true): never {
  const pause = Math.max(1, Math.ceil((end - now(world)) / 1_000));
  return refuse(
    429,
    world.choice('codes.rate_limited'),
    'There are too many submissions.',
    null,
    isStated ? pause : null,
  );
}

/** Records an accepted job. */
export function spend(world: World, job: Job, secret: string): void {
  noteAdmission(world, secret, job.created);
  spendQuota(world, job, job.operation, job.created);
  count(world, job, job.operation, job.created);
}

export function noteAdmission({ admitted }: World, secret: string, time: number): void {
  admitted.set(secret, [...(admitted.get(secret) ?? []), time]);
}

/** Uses a unit of the daily quota. */
export function spendQuota({ spent }: World, owner: Owner, operation: Operation, time: number): void {
  add(spent, placeOf(owner, time, operation), 1);
}

/** Adds a submission to the usage of a day. */
export function count(world: World, owner: Owner, operation: Operation, instant: number): void {
  const isTestMakeup = owner.environment === 'test' && operation === 'makeup.apply';
  const counted = isTestMakeup && world.breaks('test makeup counts as skin') ? 'skin.analyze' : operation;
  const time = instant + (world.breaks('days begin elsewhere') ? DAY / 8 : 0);
  add(world.accepted, placeOf(owner, time, counted), 1);
}

/** Spec 3: cancelling a queued job returns its quota unit to the day on which it was accepted. */
export function refund(world: World, job: Job): void {
  if (job.operation === 'makeup.apply' && world.breaks('a cancelled makeup job keeps its quota unit')) return;
  add(world.spent, placeOf(job, job.created, job.operation), -1);
}

/** Removes a job from the usage of a day. */
export function discount(world: World, job: Job, instant: number): void {
  add(world.accepted, placeOf(job, instant, job.operation), -1);
}

function add(counts: Map<string, number>, place: string, by: number): void {
  counts.set(place, (counts.get(place) ?? 0) + by);
}

/** The key of a counter: account, environment, day and operation. */
function placeOf({ account, environment }: Owner, time: number, operation: Operation): string {
  return `${account.id} ${environment} ${dayOf(time)} ${operation}`;
}
