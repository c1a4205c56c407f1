import { type Answer, type Call, refuse, retryAfter } from './answer.ts';
import { costOf, hold, lacksUnits, neededFor } from './credits.ts';
import { isGone, jobAnswer, jobView } from './job-view.ts';
import { admit, count, spend, spendQuota } from './limits.ts';
import { REPLAYED } from './lists.ts';
import { digestOf, readSubmit } from './read-submit.ts';
import { beginWork } from './work.ts';
import {
  type Asset,
  type Claim,
  isOf,
  type Job,
  type JobBody,
  type Key,
  newId,
  now,
  type Operation,
  scopeOf,
  type World,
} from './world.ts';

/** Spec 4.2: a new submission answers 202, a replay 200, anything else is refused. */
export function submit(operation: Operation): (call: Call) => Answer {
  return (call) => {
    const { world, key } = call;
    const isFree = operation === 'makeup.apply' && world.breaks('makeup needs no scope');
    if (!key.scopes.includes(scopeOf(operation)) && !isFree)
      refuse(403, 'INSUFFICIENT_SCOPE', `It needs ${scopeOf(operation)}.`);
    const body = readSubmit(call, operation);
    const claim = claimName(call, operation);
    const replay = claim === null ? null : replayed(world, claim, digestOf(world, body));
    const cost = costOf(world, key, operation, body);
    const needed = neededFor(world, key, operation, cost);
    if (replay !== null) {
      checkReplay(call, { operation, body, needed });
      return replay;
    }
    const asset = readableInput(call, body, operation);
    if (isBusy(world)) refuse(429, world.choice('codes.rate_limited'), 'There are too many submissions.');
    if (lacksUnits(world, key.account, needed)) refuseWithoutUnits(call, operation, cost);
    admit(call, { operation, cost });
    return accept(call, newJob(call, { operation, body, asset, cost }), claim);
  };
}

type Replayed = { operation: Operation; body: JobBody; needed: number };

/** Refuses a replay for reasons that only apply to new submissions, which breaks the specification. */
function checkReplay(call: Call, { operation, body, needed }: Replayed): void {
  const { world, key } = call;
  if (world.breaks('a replay needs its input')) readableInput(call, body, operation);
  if (lacksUnits(world, key.account, needed) && world.breaks('a replay needs units'))
    refuseWithoutUnits(call, operation, needed);
}

function refuseWithoutUnits({ world, key }: Call, operation: Operation, cost: number): never {
  if (world.breaks('a refusal for credits holds its units')) hold({ account: key.account, cost });
  if (world.breaks('a refusal for credits counts as usage')) count(world, key, operation, now(world));
  return refuse(402, 'INSUFFICIENT_CREDITS', 'There are not enough units.');
}

const HOUR = 3_600_000;

/** Every fourth submission, if that choice is set. */
function isBusy(world: World): boolean {
  world.busy += 1;
  return world.choice('sometimes_limited') === 'every_fourth' && world.busy % 4 === 0;
}

/** Reading 17: the specification does not say which requests share a key. Here each operation has its own keys. */
function claimName({ world, key, headers }: Call, operation: Operation): string | null {
  const name = headers['idempotency-key'];
  if (typeof name !== 'string' || name === '' || name.length > world.choice('idempotency_key_max_length')) {
    if (world.choice('idempotency_key') === 'optional' && (name ?? '') === '') return null;
    return refuse(400, world.choice('codes.invalid_submission'), 'A submission needs its key.', 'Idempotency-Key');
  }
  const isShared = world.breaks('a test key replays a live job');
  const account = isShared ? key.account.id : `${key.account.id} ${key.environment}`;
  const isOfKey = world.choice('idempotency_key_owner') === 'api_key';
  const compared = world.breaks('keys are compared without case') ? name.toLowerCase() : name;
  return `${isOfKey ? key.secret : account} ${operation} ${compared}`;
}

function replayed(world: World, name: string, digest: string): Answer | null {
  const claim = world.claims.get(name);
  const job = world.jobs.get(claim?.job ?? '');
  if (claim === undefined || job === undefined || isGone(world, job)) return null;
  if (isFreed(world, job, claim.digest === digest)) return null;
  if (claim.digest !== digest) return refuseConflict(world, claim, { digest, job });
  const isStillThere = job.environment === 'test' && world.breaks('a deleted test job is replayed');
  if (job.isDeleted && !isStillThere) refuse(410, 'JOB_DELETED', 'The job of this key was deleted.');
  if (now(world) - job.created > HOUR && world.breaks('a replay after an hour is charged')) hold(job);
  changeByReplay(world, job);
  const body = world.choice('replay_state') === 'first' ? JSON.parse(claim.first) : replayView(world, job);
  const isMarked = job.stage !== 'ended' || !world.breaks('a replay of an ended job is not marked');
  return { status: 200, headers: { ...(isMarked && { 'idempotency-replayed': 'true' }), ...retryAfter(world) }, body };
}

/** Whether a job leaves its key to another submission, which breaks the specification. */
function isFreed({ breaks }: World, { isDeleted, status }: Job, isSame: boolean): boolean {
  if (!isDeleted) return status === 'failed' && isSame && breaks('a failed job is tried again with its key');
  const isForOthers = !isSame && breaks('a deletion frees the key for another request');
  return isForOthers || (status === 'cancelled' && breaks('a deleted cancelled job frees its key'));
}

function replayView(world: World, job: Job): Record<string, unknown> {
  const isCut = job.status === 'failed' && world.breaks('a replay of a failed job has no error');
  return { ...jobView(world, job), ...(isCut && { error: null }) };
}

/** Changes the job on a replay, which breaks the specification. */
function changeByReplay(world: World, job: Job): void {
  REPLAYED.add(job);
  if (job.expires !== null && job.stage === 'ended' && world.breaks('a replay prolongs the job without its results'))
    job.expires += HOUR;
  if (world.breaks('a replay takes a deferred cancel back')) job.wantsCancel = false;
  if (world.breaks('a replay counts as usage')) count(world, job, job.operation, now(world));
}

function refuseConflict({ breaks }: World, claim: Claim, { digest, job }: { digest: string; job: Job }): never {
  if (breaks('a conflict takes the key over')) claim.digest = digest;
  const hasOwnCode = job.operation === 'makeup.apply' && breaks('makeup has its own code for a used key');
  const code = hasOwnCode ? 'IDEMPOTENCY_CONFLICT' : 'IDEMPOTENCY_KEY_REUSED';
  return refuse(409, code, 'This key was used for another request.');
}

function readableInput({ world, key }: Call, { inputs }: JobBody, operation: Operation): Asset & { bytes: Buffer } {
  const asset = world.assets.get(inputs.find(({ role }) => role === 'source')?.asset_id ?? '');
  if (asset === undefined || !(isOf(asset, key) || isTakenFromLive(world, asset, key)) || asset.bytes === null) {
    const isSpent = world.breaks('an input that is missing spends a quota unit');
    if (isSpent) spendQuota(world, key, operation, now(world));
    const isOver = asset !== undefined && asset.bytes !== null && asset.expires <= now(world);
    if (isOver && world.breaks('a foreign input that has expired answers 410'))
      refuse(410, world.choice('codes.asset_expired'), 'The input has expired.');
    return refuse(404, 'ASSET_NOT_FOUND', 'There is no such input.', 'inputs[0].asset_id');
  }
  if (asset.expires <= now(world) && !world.breaks('an expired input will do'))
    refuse(410, world.choice('codes.asset_expired'), 'The input has expired.');
  if (asset.purpose === 'result' && world.choice('result_as_input') === 'refuse')
    refuse(400, world.choice('codes.invalid_submission'), 'A result is no input.', 'inputs[0].asset_id');
  return { ...asset, bytes: asset.bytes };
}

function isTakenFromLive({ breaks }: World, { account }: Asset, key: Key): boolean {
  return account === key.account && key.environment === 'test' && breaks('test keys submit live assets');
}

type Accepted = Pick<Job, 'operation' | 'body' | 'cost'> & { asset: Asset & { bytes: Buffer } };

function newJob({ world, key }: Call, { operation, body, asset, cost }: Accepted): Job {
  const time = now(world);
  return {
    id: newId(world, 'job'),
    account: key.account,
    environment: key.environment,
    operation,
    submitter: key.secret,
    status: 'queued',
    stage: 'queued',
    created: time,
    updated: time,
    completed: null,
    expires: null,
    body,
    snapshot: asset.bytes,
    pixels: asset.pixels,
    output: null,
    error: null,
    results: [],
    wantsCancel: false,
    isDeleted: false,
    isCharged: false,
    cost,
    course: { stages: {}, holdAt: null, outcome: null },
    moves: 0,
  };
}

function accept({ world, key, headers }: Call, job: Job, claim: string | null): Answer {
  world.jobs.set(job.id, job);
  hold(job);
  spend(world, job, key.secret);
  const answer = jobAnswer(world, job, 202);
  if (claim !== null)
    remember(world, claim, { digest: digestOf(world, job.body), job: job.id, first: JSON.stringify(answer.body) });
  const name = headers['idempotency-key'];
  decide(world, job, key, typeof name === 'string' ? name : null);
  beginWork(world, job);
  const id = world.breaks('the location is of the input') ? (job.body.inputs[0]?.asset_id ?? '') : job.id;
  const isRelative = job.operation === 'makeup.apply' && world.breaks('the location of makeup is relative');
  const path = `/v1/jobs/${encodeURIComponent(id)}`;
  const location = isRelative ? path.replace('/v1/', '') : locationOf(world, path, headers.host ?? '');
  const isPaced = job.operation !== 'makeup.apply' || !world.breaks('an accepted makeup job has no Retry-After');
  return { ...answer, headers: { ...answer.headers, ...(isPaced && retryAfter(world)), location } };
}

/** Milliseconds of real time, within which other requests arrive. */
const A_MOMENT = 15;

function remember({ claims, breaks }: World, name: string, claim: Claim): void {
  if (breaks('a key is claimed a moment later')) setTimeout(() => claims.set(name, claim), A_MOMENT);
  else claims.set(name, claim);
}

/** The first plan that applies to a job decides its course. */
function decide({ plans }: World, job: Job, key: Key, name: string | null): void {
  const plan = plans.find((one) => one.left > 0 && one.isMeant(job, key, name));
  if (plan === undefined) return;
  plan.left -= 1;
  job.course = { ...plan.course };
}

function locationOf({ choice }: World, path: string, host: string): string {
  if (choice('location_form') === 'other_origin') return `https://api.other-make.example${path}`;
  return choice('location_form') === 'absolute' ? `http://${host}${path}` : path;
}
