import { type Answer, type Call, refuse, retryAfter } from './answer.ts';
import { keepShownHold } from './credits.ts';
import { isGone, jobAnswer, jobView } from './job-view.ts';
import { discount, refund } from './limits.ts';
import { listJobs } from './lists.ts';
import { sendEvent } from './webhooks.ts';
import { endJob } from './work.ts';
import { dayOf, isOf, type Job, type Key, now, SCOPES, type Status, scopeOf, type World } from './world.ts';

const HOUR = 3_600_000;
const UNDER_WAY: readonly Status[] = ['queued', 'running'];

export function readJob(call: Call): Answer {
  const { world, headers } = call;
  const job = ownJob(call);
  const answer = jobAnswer(world, job, 200);
  const isSame = headers['if-none-match'] === answer.headers['etag'];
  if (job.isDeleted && !(isSame && world.breaks('a deleted job is unmodified'))) refuseDeleted(world);
  const isPaced = UNDER_WAY.includes(job.status) || world.choice('retry_after_on_finished') === 'present';
  const allHeaders = { ...answer.headers, ...(isPaced && retryAfter(world)) };
  const isFault = job.status === 'failed' && world.breaks('a failure is an error of ours an hour later');
  if (isFault && hasEndedLongAgo(world, job)) return { ...answer, status: 500 };
  const isAlwaysSent = job.status === 'failed' && world.breaks('a failed job is never unmodified');
  const isForgotten = now(world) - job.updated > HOUR && world.breaks('a tag is forgotten after an hour');
  const isKnown = (isSame && !isAlwaysSent && !isForgotten) || isTaken(world, job, headers['if-none-match']);
  return isKnown ? { status: 304, headers: allHeaders } : { ...answer, headers: allHeaders };
}

/** Whether any tag is that of a job that has ended, which breaks the specification. */
function isTaken({ breaks }: World, { stage }: Job, tag: string | undefined): boolean {
  return tag !== undefined && stage === 'ended' && breaks('an ended job has any tag');
}

function hasEndedLongAgo(world: World, { completed }: Job): boolean {
  return now(world) - (completed ?? 0) > HOUR;
}

export function readJobs(call: Call): Answer {
  return listJobs(call, (job) => jobView(call.world, job));
}

/**
 * Spec 5.6: a job of the caller, including deleted ones. A job of another account is answered as one that never
 * existed.
 */
function ownJob({ world, key, id }: Call): Job {
  const job = world.jobs.get(id);
  if (job !== undefined && !isOver(world, job) && (isOf(job, key) || isSeenFromTest(world, job, key))) return job;
  return refuseJob();
}

function refuseJob(): never {
  return refuse(404, 'JOB_NOT_FOUND', 'There is no such job.');
}

function refuseDeleted({ breaks }: World): never {
  const isSilent = breaks('the error of a deleted job has no message');
  return isSilent ? refuse(404, 'JOB_NOT_FOUND', '') : refuseJob();
}

function isOver(world: World, job: Job): boolean {
  const isEarly = job.stage === 'ended' && !job.isDeleted && (job.expires ?? 0) - HOUR <= now(world);
  return isGone(world, job) || (isEarly && world.breaks('a job is gone an hour early'));
}

function isSeenFromTest({ breaks }: World, { account }: Job, key: Call['key']): boolean {
  return breaks('test keys read live jobs') && account === key.account && key.environment === 'test';
}

function liveJob(call: Call): Job {
  const job = ownJob(call);
  return job.isDeleted ? refuseJob() : job;
}

/** Spec 3: a cancel is immediate (200), deferred (202) or too late (409). */
export function cancelJob(call: Call): Answer {
  const { world, key, id } = call;
  const named = world.jobs.get(id);
  if (named === undefined && world.breaks('a cancel of nothing is refused in words'))
    return { status: 404, headers: { 'content-type': 'text/plain' }, body: Buffer.from('There is no such job.') };
  const isForeign = named?.status === 'cancelled' && !isOf(named, key);
  if (isForeign && world.breaks('a foreign cancelled job cannot be cancelled')) refuseCancel();
  const { isDeleted } = scoped(call);
  if (isDeleted && world.breaks('a deleted job is too late to cancel')) refuseCancel();
  const job = liveJob(call);
  if (UNDER_WAY.includes(job.status))
    return isWaiting(world, job) ? cancelNow(world, job) : cancelLater(world, job, key);
  return cancelEnded(world, job);
}

function cancelEnded(world: World, job: Job): Answer {
  if (job.status === 'failed' && world.breaks('a failed job can be cancelled')) return jobAnswer(world, job, 200);
  const isLate = hasEndedLongAgo(world, job) && world.breaks('a cancel is refused an hour later');
  const isOnce = job.wantsCancel && world.breaks('a late cancel cannot be repeated');
  if (job.status !== 'cancelled' || isLate || isOnce) refuseCancel();
  changeByRepeat(world, job);
  return jobAnswer(world, job, 200);
}

/** What a repeated cancel does to its job, where that breaks the specification. */
function changeByRepeat(world: World, job: Job): void {
  if (world.breaks('each cancel refunds units')) job.account.settled += job.cost;
  if (world.breaks('each cancel refunds a quota unit')) refund(world, job);
  if (world.breaks('a repeated cancel ends the job anew')) job.completed = job.updated = now(world);
  if (world.breaks('a repeated cancel sends its event again')) sendEvent(world, job);
}

function refuseCancel(): never {
  return refuse(409, 'JOB_NOT_CANCELLABLE', 'The job has ended.');
}

function isWaiting({ breaks }: World, { stage }: Job): boolean {
  return stage === 'queued' || (stage === 'picked_up' && breaks('what is picked up is cancelled at once'));
}

function cancelNow(world: World, job: Job): Answer {
  endJob(world, job, 'cancelled');
  keepShownHold(world, job);
  refund(world, job);
  if (world.choice('usage_cancelled') === 'taken_out') discount(world, job, job.created);
  const answer = jobAnswer(world, job, 200);
  if (!world.breaks('a cancel does not show the expiry yet')) return answer;
  return { ...answer, body: { ...jobView(world, job), expires_at: null } };
}

function cancelLater(world: World, job: Job, { secret }: Key): Answer {
  if (job.wantsCancel && world.breaks('a second deferred cancel is refused')) refuseCancel();
  const isHeard = secret === job.submitter || !world.breaks('a late cancel with another key is not honoured');
  job.wantsCancel ||= isHeard;
  const answer = jobAnswer(world, job, world.breaks('a late cancel answers 200') ? 200 : 202);
  const ownTag = world.breaks('a deferred cancel has a tag of its own') ? { etag: '"cancelling"' } : {};
  const isPaced = job.status !== 'queued' || !world.breaks('a deferred cancel of a queued job has no Retry-After');
  return { ...answer, headers: { ...answer.headers, ...(isPaced && retryAfter(world)), ...ownTag } };
}

/** An unknown job, or one of another account, is not found before the scopes are checked. */
function scoped(call: Call): Job {
  const { world, key } = call;
  const hasNone = !key.scopes.some((scope) => SCOPES.includes(scope));
  if (world.choice('scope_or_existence') === 'scope_first' && hasNone)
    refuse(403, 'INSUFFICIENT_SCOPE', 'It needs a scope.');
  const job = ownJob(call);
  const scope = scopeOf(job.operation);
  if (!key.scopes.includes(scope) && !isLetThrough(call, job)) refuse(403, 'INSUFFICIENT_SCOPE', `It needs ${scope}.`);
  return job;
}

function isLetThrough({ world, key, method }: Call, { operation, status }: Job): boolean {
  const isMakeupCancel = method === 'POST' && operation === 'makeup.apply';
  const isFree = method === 'DELETE' && status === 'cancelled';
  if (isFree && world.breaks('a cancelled job is deleted without its scope')) return true;
  return isMakeupCancel && key.scopes.includes('skin.analyze') && world.breaks('a key for skin can cancel makeup');
}

export function deleteJob(call: Call): Answer {
  const { world, id } = call;
  if (world.jobs.get(id)?.isDeleted === true && world.breaks('a deleted foreign job can be deleted again'))
    return { status: 204 };
  const job = scoped(call);
  if (job.isDeleted) return { status: 204 };
  const isRunning = job.status === 'running' && world.breaks('running jobs can be deleted');
  const isAsked = job.wantsCancel && world.breaks('a job with a deferred cancel can be deleted');
  if (UNDER_WAY.includes(job.status) && !isRunning && !isAsked)
    refuse(409, 'JOB_IN_PROGRESS', 'The job has not ended.');
  job.isDeleted = true;
  job.snapshot = null;
  for (const [index, result] of job.results.entries()) {
    if (index === 1 && world.breaks('a deletion leaves the second result')) continue;
    const asset = world.assets.get(result);
    if (asset !== undefined) asset.bytes = null;
  }
  changeByDeletion(world, job);
  return { status: 204 };
}

/** Spec 4.3: a deletion does not change the usage. The breaches here do. */
function changeByDeletion(world: World, job: Job): void {
  if (job.status === 'failed' && world.breaks('deleting a failed job pays it back')) job.account.settled += job.cost;
  const isOfAnotherDay = dayOf(job.created) !== dayOf(now(world));
  if (isOfAnotherDay && world.breaks('deleting a job of yesterday takes one from today'))
    discount(world, job, now(world));
}
