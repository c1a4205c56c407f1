import { type Call, refuse } from './answer.ts';
import { dayOf, type Job, now, type Operation, type Owner, type World } from './world.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Spec 8: a submission beyond the admission limit of its key, or beyond the quota of the day, is refused. */
export function admit({ world, key }: Call, operation: Operation): void {
  const { admission_per_minute: most, daily_quota: quota } = world.faults;
  const time = now(world);
  const recent = (world.admitted.get(key.secret) ?? []).filter((at) => at > time - MINUTE);
  if (most !== null && recent.length >= most) refuseUntil(world, (recent.at(-most) ?? time) + MINUTE);
  if (quota !== null && (world.spent.get(placeOf(key, time, operation)) ?? 0) >= quota)
    refuseUntil(world, Date.parse(dayOf(time)) + DAY);
}

function refuseUntil(world: World, end: number): never {
  const pause = Math.max(1, Math.ceil((end - now(world)) / 1_000));
  return refuse(429, world.choice('codes.rate_limited'), 'There are too many submissions.', null, pause);
}

/** Notes that a job was accepted. */
export function spend(world: World, job: Job, secret: string): void {
  world.admitted.set(secret, [...(world.admitted.get(secret) ?? []), job.created]);
  add(world.spent, placeOf(job, job.created, job.operation), 1);
  const counted = job.created + (world.breaks('days begin elsewhere') ? DAY / 8 : 0);
  add(world.accepted, placeOf(job, counted, job.operation), 1);
}

/** Spec 3: a cancelled queued job gives its unit back, to the day on which it was accepted. */
export function refund(world: World, job: Job): void {
  add(world.spent, placeOf(job, job.created, job.operation), -1);
}

/** Takes a job out of the usage of the day of an instant. */
export function discount(world: World, job: Job, instant: number): void {
  add(world.accepted, placeOf(job, instant, job.operation), -1);
}

function add(counts: Map<string, number>, place: string, by: number): void {
  counts.set(place, (counts.get(place) ?? 0) + by);
}

/** A day and an operation of an account in one of its environments. */
function placeOf({ account, environment }: Owner, time: number, operation: Operation): string {
  return `${account.id} ${environment} ${dayOf(time)} ${operation}`;
}
