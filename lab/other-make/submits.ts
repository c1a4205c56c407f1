import { type Answer, type Call, refuse, retryAfter } from './answer.ts';
import { costOf, hold, purse } from './credits.ts';
import { isGone, jobAnswer, jobView } from './job-view.ts';
import { admit, countReplay, spend } from './limits.ts';
import { digestOf, readSubmit } from './read-submit.ts';
import { beginWork } from './work.ts';
import {
  type Asset,
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

/** Spec 4.2: accepted with 202, replayed with 200, refused with the rest. */
export function submit(operation: Operation): (call: Call) => Answer {
  return (call) => {
    const { world, key } = call;
    const isFree = operation === 'makeup.apply' && world.breaks('makeup needs no scope');
    const isClaimed = world.breaks('a replay needs no scope') && world.claims.has(claimName(call, operation) ?? '');
    if (!key.scopes.includes(scopeOf(operation)) && !isFree && !isClaimed)
      refuse(403, 'INSUFFICIENT_SCOPE', `It needs ${scopeOf(operation)}.`);
    const body = readSubmit(call, operation);
    const claim = claimName(call, operation);
    const replay = claim === null ? null : replayed(call, claim, digestOf(world, body));
    if (replay !== null) return paidFor(replay, call, operation);
    const asset = readableInput(call, body);
    if (isBusy(world)) refuse(429, world.choice('codes.rate_limited'), 'There are too many submissions.');
    const cost = costOf(world, key, operation);
    if (cost > 0 && key.account.enforced) payable(call, cost);
    admit(call, operation);
    return accept(call, { operation, body, asset, cost, claim });
  };
}

const HOUR = 3_600_000;

/** Every fourth submission, where it is so chosen. */
function isBusy(world: World): boolean {
  world.busy += 1;
  return world.choice('sometimes_limited') === 'every_fourth' && world.busy % 4 === 0;
}

/** Reading 17: who shares a key is not specified. Here each operation has keys of its own. */
function claimName({ world, key, headers }: Call, operation: Operation): string | null {
  const name = headers['idempotency-key'];
  if (typeof name !== 'string' || name === '' || name.length > world.choice('idempotency_key_max_length')) {
    if (world.choice('idempotency_key') === 'optional' && (name ?? '') === '') return null;
    return refuse(400, world.choice('codes.invalid_submission'), 'A submission needs its key.', 'Idempotency-Key');
  }
  if (world.breaks('a key is one for everybody')) return `${operation} ${name}`;
  const owner =
    world.choice('idempotency_key_owner') === 'api_key' ? key.secret : `${key.account.id} ${key.environment}`;
  return world.breaks('accounts share the keys of their submissions')
    ? `${operation} ${name}`
    : `${owner} ${operation} ${name}`;
}

function replayed(call: Call, name: string, digest: string): Answer | null {
  const { world } = call;
  const claim = world.claims.get(name);
  const job = world.jobs.get(claim?.job ?? '');
  if (claim === undefined || job === undefined) return null;
  if (isGone(world, job) || (job.isDeleted && world.breaks('a deleted job frees its key'))) return null;
  if (!isOf(job, call.key)) return { ...jobAnswer(world, job, 200), status: 200 };
  if (claim.digest !== digest) return refuse(409, 'IDEMPOTENCY_KEY_REUSED', 'This key was used for another request.');
  if (job.isDeleted) refuse(410, 'JOB_DELETED', 'The job of this key was deleted.');
  if (world.breaks('a replay after the end is new') && job.stage === 'ended') return null;
  if (isChargedAgain(world, job)) hold(job);
  countReplay(world, job);
  const body = world.choice('replay_state') === 'first' ? JSON.parse(claim.first) : jobView(world, job);
  const mark: Record<string, string> = world.breaks('a replay is not marked') ? {} : { 'idempotency-replayed': 'true' };
  return { status: world.breaks('a replay answers 202') ? 202 : 200, headers: { ...mark, ...retryAfter(world) }, body };
}

function isChargedAgain(world: World, { created }: Job): boolean {
  const isLate = now(world) - created > HOUR && world.breaks('a replay after an hour is charged');
  return isLate || world.breaks('a replay is charged');
}

function readableInput({ world, key }: Call, { inputs }: JobBody): Asset & { bytes: Buffer } {
  const asset = world.assets.get(inputs.find(({ role }) => role !== 'hair_mask')?.asset_id ?? '');
  const mayRead = asset !== undefined && (isOf(asset, key) || world.breaks('any asset may be an input'));
  if (!mayRead || asset.bytes === null)
    return refuse(404, 'ASSET_NOT_FOUND', 'There is no such input.', 'inputs[0].asset_id');
  if (asset.expires <= now(world) && !world.breaks('an expired input will do'))
    refuse(410, world.choice('codes.asset_expired'), 'The input has expired.');
  if (asset.purpose === 'result' && world.choice('result_as_input') === 'refuse')
    refuse(400, world.choice('codes.invalid_submission'), 'A result is no input.', 'inputs[0].asset_id');
  return { ...asset, bytes: asset.bytes };
}

function payable({ world, key: { account } }: Call, cost: number): void {
  const left = purse(world, account);
  const isEnough = world.breaks('the last unit cannot be spent') ? left > cost : left >= cost;
  if (isEnough || (left < 0 && world.breaks('a debt is no limit'))) return;
  account.past.refusals += 1;
  if (account.past.refusals % 2 === 0 && world.breaks('who asks twice is served')) return;
  refuse(402, 'INSUFFICIENT_CREDITS', 'There are not enough units.');
}

function paidFor(replay: Answer, { world, key }: Call, operation: Operation): Answer {
  const { environment, account } = key;
  const isBroke = environment === 'live' && account.enforced && purse(world, account) < costOf(world, key, operation);
  const isRefused = isBroke && world.breaks('a replay needs units');
  return isRefused ? refuse(402, 'INSUFFICIENT_CREDITS', 'There are not enough units.') : replay;
}

/** Of real time, within which others come. */
const A_MOMENT = 15;

type Accepted = {
  operation: Operation;
  body: JobBody;
  asset: Asset & { bytes: Buffer };
  cost: number;
  claim: string | null;
};

function accept({ world, key, headers }: Call, { operation, body, asset, cost, claim }: Accepted): Answer {
  const job = newJob({ world, key }, { operation, body, asset, cost });
  hold(job);
  spend(world, job, key.secret);
  const answer = jobAnswer(world, job, 202);
  const digest = digestOf(world, body);
  const made = { digest, job: job.id, first: JSON.stringify(answer.body) };
  if (claim !== null && world.breaks('a key is claimed a moment later'))
    setTimeout(() => world.claims.set(claim, made), A_MOMENT);
  else if (claim !== null) world.claims.set(claim, made);
  const name = headers['idempotency-key'];
  decide(world, job, key, typeof name === 'string' ? name : null);
  beginWork(world, job);
  const path = `/v1/jobs/${encodeURIComponent(world.breaks('the location is of the input') ? asset.id : job.id)}`;
  const location = locationOf(world, path, headers.host ?? '');
  const told = world.breaks('a 202 tells the end already')
    ? { ...jobView(world, job), status: 'succeeded' }
    : answer.body;
  return { ...answer, body: told, headers: { ...answer.headers, ...retryAfter(world), location } };
}

/** The first plan that is meant for a job decides its course. */
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

function newJob(
  { world, key }: Pick<Call, 'world' | 'key'>,
  { operation, body, asset, cost }: Omit<Accepted, 'claim'>,
): Job {
  const time = now(world);
  const job: Job = {
    id: newId(world, 'job'),
    account: key.account,
    environment: key.environment,
    operation,
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
  world.jobs.set(job.id, job);
  return job;
}
