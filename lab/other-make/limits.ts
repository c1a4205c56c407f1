import { type Call, refuse } from './answer.ts';
import { dayOf, type Job, now, type Operation, type Owner, type World } from './world.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Spec 8: a submission beyond the admission limit of its key, or beyond the quota of the day, is refused. */
export function admit({ world, key }: Call, operation: Operation): void {
  const { admission_per_minute: most, daily_quota: quota } = world.faults;
  if (most !== null && world.breaks('there is no admission limit')) return;
  const time = now(world);
  const all = world.admitted.get(key.secret) ?? [];
  const recent = all.filter((at) => at > time - MINUTE);
  if (recent.length < all.length && most !== null && world.breaks('a limit opens for good')) return;
  if (most !== null && recent.length >= most) refuseUntil(world, (recent.at(-most) ?? time) + MINUTE);
  if (quota !== null && (world.spent.get(placeOf(key, time, operation)) ?? 0) >= quota)
    refuseUntil(world, Date.parse(dayOf(time)) + DAY);
}

function refuseUntil(world: World, end: number): never {
  const pause = Math.max(1, Math.ceil((end - now(world)) / 1_000));
  return refuse(429, world.choice('codes.rate_limited'), 'There are too many submissions.', null, pause);
}

/** Spec 4.2: a replay is no job of its own, and counts nowhere. */
export function countReplay(world: World, job: Job): void {
  if (world.breaks('a replay uses the quota')) add(world.spent, placeOf(job, now(world), job.operation), 1);
  if (world.breaks('a replay is counted')) add(world.accepted, placeOf(job, now(world), job.operation), 1);
}

/** Notes that a job was accepted. */
export function spend(world: World, job: Job, secret: string): void {
  world.admitted.set(secret, [...(world.admitted.get(secret) ?? []), job.created]);
  add(world.spent, placeOf(job, job.created, job.operation), 1);
  add(world.accepted, placeOf(job, countedAt(world, job), job.operation), 1);
}

/** Spec 3: a cancelled queued job gives its unit back, to the day on which it was accepted. */
export function refund(world: World, job: Job): void {
  if (world.breaks('a cancel keeps its unit of the quota')) return;
  add(world.spent, placeOf(job, job.created, job.operation), -1);
}

/** Takes a job out of the usage. */
export function discount(world: World, job: Job): void {
  const day = world.breaks('deleting a job of yesterday takes one from today') ? now(world) : job.created;
  add(world.accepted, placeOf(job, day, job.operation), -1);
}

/** Spec 4.4: by UTC day. */
function countedAt({ breaks }: World, { created }: Job): number {
  return breaks('days begin elsewhere') ? created + DAY / 8 : created;
}

function add(counts: Map<string, number>, place: string, by: number): void {
  counts.set(place, (counts.get(place) ?? 0) + by);
}

/** A day and an operation of an account in one of its environments. */
function placeOf({ account, environment }: Owner, time: number, operation: Operation): string {
  return `${account.id} ${environment} ${dayOf(time)} ${operation}`;
}
