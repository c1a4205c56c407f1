import { type Answer, type Call, refuse, retryAfter } from './answer.ts';
import { eraseBytes, isReadable } from './assets.ts';
import { isGone, jobAnswer, jobView } from './job-view.ts';
import { discount, refund } from './limits.ts';
import { listJobs } from './lists.ts';
import { endJob } from './work.ts';
import { dayOf, isOf, type Job, now, SCOPES, type Status, scopeOf, type World } from './world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const UNDER_WAY: readonly Status[] = ['queued', 'running'];

export function readJob(call: Call): Answer {
  const { world, headers } = call;
  const answer = jobAnswer(world, liveJob(call), 200);
  const isPaced = UNDER_WAY.includes(liveJob(call).status) && !world.breaks('polls are not paced');
  const hasRetryAfter = isPaced || world.choice('retry_after_on_finished') === 'present';
  const allHeaders = { ...answer.headers, ...(hasRetryAfter && retryAfter(world)) };
  const isKnown = isTag(world, headers['if-none-match'], answer.headers['etag'] ?? '');
  if (isFailure(call)) return { ...answer, status: 500 };
  return isKnown ? { status: 304, headers: allHeaders } : { ...answer, headers: allHeaders };
}

function isTag({ breaks }: World, sent: string | undefined, tag: string): boolean {
  if (sent === undefined || breaks('304 is never answered')) return false;
  if (breaks('a tag may go on') && sent.startsWith(tag.slice(0, -1))) return true;
  return sent === tag || (breaks('capitals of a tag do not matter') && sent.toLowerCase() === tag.toLowerCase());
}

function isFailure(call: Call): boolean {
  const { status, completed } = liveJob(call);
  const isOld = now(call.world) - (completed ?? 0) > HOUR;
  return status === 'failed' && isOld && call.world.breaks('a failure is an error of ours an hour later');
}

export function readJobs(call: Call): Answer {
  const isLive = call.world.breaks('jobs in a list are live');
  return listJobs(call, (job) => ({ ...jobView(call.world, job), ...(isLive && { livemode: true }) }));
}

/** Spec 5.6: the caller's own job, deleted ones included. A foreign one is answered as one that never existed. */
function ownJob({ world, key, id: asked, method }: Call): Job {
  const id = world.breaks('the ending of the id of a job is left out') ? asked.replace(/\.json$/, '') : asked;
  const job = world.jobs.get(id);
  const isAnybodys = method === 'POST' && world.breaks('anybody cancels a job');
  if (job !== undefined && !isOver(world, job) && (isOf(job, key) || isAnybodys || isSeenFromOutside(world, job, key)))
    return job;
  const isTold = job?.isDeleted === true && world.breaks('a foreign deleted job is told from none');
  return refuse(404, 'JOB_NOT_FOUND', isTold ? 'There is no such job any more.' : 'There is no such job.');
}

function isOver(world: World, job: Job): boolean {
  if (world.breaks('a job outlives its expiry')) return false;
  const isEarly = job.stage === 'ended' && !job.isDeleted && (job.expires ?? 0) - HOUR <= now(world);
  return isGone(world, job) || (isEarly && world.breaks('a job is gone an hour early'));
}

function isSeenFromOutside({ breaks }: World, job: Job, key: Call['key']): boolean {
  return breaks('test keys read live jobs') && job.account === key.account && key.environment === 'test';
}

function liveJob(call: Call): Job {
  const job = ownJob(call);
  return job.isDeleted ? refuse(404, 'JOB_NOT_FOUND', 'There is no such job.') : job;
}

/** Spec 3: a cancel is immediate (200), deferred (202) or too late (409). */
export function cancelJob(call: Call): Answer {
  const { world } = call;
  const isCancelled = world.jobs.get(call.id)?.status === 'cancelled';
  if (
    isCancelled &&
    world.breaks('a foreign cancelled job cannot be cancelled') &&
    !isOf(world.jobs.get(call.id) ?? call.key, call.key)
  )
    refuse(409, 'JOB_NOT_CANCELLABLE', 'The job has ended.');
  if (!world.jobs.has(call.id) && world.breaks('a cancel of nothing is refused in words'))
    return { status: 404, headers: { 'content-type': 'text/plain' }, body: Buffer.from('There is no such job.') };
  scoped(call, world.breaks('cancel needs no scope'));
  const job = liveJob(call);
  if (UNDER_WAY.includes(job.status)) return isWaiting(world, job) ? cancelNow(world, job) : cancelLater(world, job);
  if (isTooLate(world, job)) refuse(409, 'JOB_NOT_CANCELLABLE', 'The job has ended.');
  if (job.status === 'cancelled' && world.breaks('each cancel gives units back')) job.account.settled += job.cost;
  if (job.status === 'cancelled' && world.breaks('each cancel gives a unit of the quota back')) refund(world, job);
  const isRefused =
    job.status === 'cancelled'
      ? world.breaks('a second cancel is refused')
      : !world.breaks('a finished job is cancelled in peace');
  return isRefused ? refuse(409, 'JOB_NOT_CANCELLABLE', 'The job has ended.') : jobAnswer(world, job, 200);
}

/** Whether a cancel is refused for its time alone, or takes something with it. */
function isTooLate(world: World, { status, completed, results }: Job): boolean {
  if (status !== 'cancelled' && world.breaks('pictures go with a refused cancel'))
    for (const id of results) erase(world, id);
  const isOld = now(world) - (completed ?? 0) > HOUR;
  return status === 'cancelled' && isOld && world.breaks('a cancel is refused an hour later');
}

function isWaiting(world: World, { stage, created }: Job): boolean {
  const { breaks } = world;
  if (now(world) - created > DAY && breaks('who waits for a day is cancelled later')) return false;
  return stage === 'queued' || (stage === 'picked_up' && breaks('what is picked up is cancelled at once'));
}

function cancelNow(world: World, job: Job): Answer {
  endJob(world, job, 'cancelled');
  refund(world, job);
  if (world.choice('usage_cancelled') === 'taken_out') discount(world, job);
  const answer = jobAnswer(world, job, 200);
  return world.breaks('a cancel has its own tag') ? { ...answer, headers: { etag: '"cancelled"' } } : answer;
}

function cancelLater(world: World, job: Job): Answer {
  job.wantsCancel = true;
  const answer = jobAnswer(world, job, world.breaks('a late cancel answers 200') ? 200 : 202);
  const pause = world.breaks('a late cancel does not say when to look') ? {} : retryAfter(world);
  return { ...answer, headers: { ...answer.headers, ...pause } };
}

/** A job that is unknown or foreign is not found before the scopes are checked. */
function scoped(call: Call, isFree: boolean): Job {
  const { world, key } = call;
  const hasNone = !key.scopes.some((scope) => SCOPES.includes(scope));
  if (world.choice('scope_or_existence') === 'scope_first' && hasNone && !isFree)
    refuse(403, 'INSUFFICIENT_SCOPE', 'It needs a scope.');
  const job = ownJob(call);
  const isLetThrough = isFree || (job.status === 'cancelled' && world.breaks('a cancelled job asks for no scope'));
  if (!key.scopes.includes(scopeOf(job.operation)) && !isLetThrough)
    refuse(403, 'INSUFFICIENT_SCOPE', `It needs ${scopeOf(job.operation)}.`);
  return job;
}

export function deleteJob(call: Call): Answer {
  const { world } = call;
  const job = scoped(call, world.breaks('delete needs no scope'));
  if (job.isDeleted) return deletedAgain(world, job);
  const input = world.assets.get(job.body.inputs[0]?.asset_id ?? '');
  const isLoose = input === undefined || !isReadable(world, input);
  if (isLoose && world.breaks('a job without its input stays')) refuse(409, 'JOB_IN_PROGRESS', 'Its input is gone.');
  const isLetGo = job.status === 'running' && world.breaks('running jobs can be deleted');
  if (UNDER_WAY.includes(job.status) && !isLetGo) refuse(409, 'JOB_IN_PROGRESS', 'The job has not ended.');
  job.isDeleted = true;
  job.snapshot = null;
  uncount(world, job);
  if (!world.breaks('results outlive their job')) for (const id of job.results) erase(world, id);
  if (world.breaks('the input goes with the job')) erase(world, job.body.inputs[0]?.asset_id ?? '');
  return { status: 204 };
}

/** Spec 4.3: of what was counted nothing goes with a job. */
function uncount(world: World, job: Job): void {
  if (world.breaks('deleting a job takes it from the usage') || isOfYesterday(world, job)) discount(world, job);
  if (world.breaks('a deletion gives its unit of the quota back')) refund(world, job);
}

function isOfYesterday(world: World, { created }: Job): boolean {
  return dayOf(created) !== dayOf(now(world)) && world.breaks('deleting a job of yesterday takes one from today');
}

function deletedAgain(world: World, job: Job): Answer {
  job.deletions = (job.deletions ?? 1) + 1;
  const isRefused = job.deletions > 2 && world.breaks('the third deletion of a job is refused');
  return isRefused ? refuse(409, 'JOB_IN_PROGRESS', 'It is being deleted.') : { status: 204 };
}

function erase(world: World, id: string): void {
  const asset = world.assets.get(id);
  if (asset !== undefined) eraseBytes(world, asset);
}
