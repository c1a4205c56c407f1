import { at, between, header, idForm, members, message, names, refusal, tag } from '../forms.ts';
import type { Answer } from '../http.ts';
import type { Found } from '../read-facts.ts';
import {
  type Access,
  type Account,
  advance,
  assetId,
  finish,
  jobIn,
  jobPath,
  now,
  openAccount,
  readJob,
  SKIN,
  skinOf,
  stageOf,
  submit,
  toNextDue,
} from '../service.ts';

const JOB = 'id operation status created_at updated_at completed_at expires_at inputs output error livemode'.split(' ');
const UNKNOWN = 'job_0000000000000000';

/** Reads of a job before and after its end, and of unknown jobs. */
export async function reads(access: Access): Promise<Found> {
  const account = await openAccount(access);
  const { call } = account;
  const id = await jobIn(account, 'queued');
  const queued = await readJob(account, id);
  const etag = queued.headers['etag'] ?? 'none';
  const known = (value: string) => readJob(account, id, { 'if-none-match': value });
  const notModified = await known(etag);
  const unknown = await call(`GET ${jobPath(UNKNOWN)}`);
  const found = {
    'job.headers while queued': names(queued),
    'job.etag': tag(queued),
    'job.retry-after while queued': header(queued, 'retry-after'),
    'job.further members': members(queued.json, JOB),
    'job.further members of an input': members(at(queued.json, 'inputs.0'), ['asset_id', 'role']),
    'job.role of an input': at(queued.json, 'inputs.0.role'),
    'job.livemode': at(queued.json, 'livemode'),
    'job.304, headers': `${notModified.status} ${names(notModified)}`,
    'job.if-none-match star': (await known('*')).status,
    'job.if-none-match list': (await known(`"x", ${etag}`)).status,
    'job.if-none-match of the other strength': (await known(etag.startsWith('W/') ? etag.slice(2) : `W/${etag}`))
      .status,
    'job.head': (await call(`HEAD ${jobPath(id)}`)).status,
    'job.unknown parameter': refusal(await call(`GET ${jobPath(id)}?colour=red`)),
    'job.malformed id': refusal(await call('GET /v1/jobs/x')),
    'job.unknown, message': message(unknown),
    'ids of jobs': idForm(at(queued.json, 'id')),
  };
  const finished = await finish(account, id);
  return {
    ...found,
    'job.headers when done': names(finished),
    'job.retry-after when done': header(finished, 'retry-after'),
  };
}

const STAGES = ['queued', 'picked_up', 'preparing', 'processing'] as const;

/** The fields of a job in each stage, and the length of the stages on the clock of the service. */
export async function stages(access: Access): Promise<Found> {
  const account = await openAccount(access);
  const lengths = await lengthsOf(await openAccount(access));
  const shown = async (stage: string) => readJob(account, await jobIn(account, stage));
  const id = await jobIn(account, 'preparing');
  const updatedAt = async () => at((await readJob(account, id)).json, 'updated_at');
  const before = await updatedAt();
  await advance(account, 2_000);
  const later = await updatedAt();
  await account.drive(`POST /jobs/${encodeURIComponent(id)}/step`);
  return {
    'stage.picked_up shows': at((await shown('picked_up')).json, 'status'),
    'stage.preparing shows': at((await shown('preparing')).json, 'status'),
    'job.retry-after while running': header(await shown('processing'), 'retry-after'),
    'stage.queued lasts': lengths[0],
    'stage.picked_up lasts': lengths[1],
    'stage.preparing lasts': lengths[2],
    'stage.processing lasts': lengths[3],
    'job.updated_at moves by time': later !== before,
    'job.updated_at moves by stage': (await updatedAt()) !== later,
  };
}

/** Returns the milliseconds from one stage to the next. A stage that takes no time is not seen. */
async function lengthsOf(account: Account): Promise<number[]> {
  const asset = await assetId(account);
  const began = await now(account);
  const id = String(at((await submit(account, SKIN, skinOf(asset))).json, 'id'));
  const entered = new Map<string, number>();
  for (let step = 0; step < 8; step += 1) {
    const stage = await stageOf(account, id);
    if (!entered.has(stage)) entered.set(stage, await now(account));
    if (!STAGES.some((one) => one === stage) || !(await toNextDue(account))) break;
  }
  const ended = [...entered].find(([stage]) => !STAGES.some((one) => one === stage))?.[1] ?? began;
  const starts = STAGES.map((stage) => entered.get(stage));
  return starts.map((start, index) => {
    const end = starts.slice(index + 1).find((one) => one !== undefined) ?? ended;
    return start === undefined ? 0 : end - start;
  });
}

function cancel({ call }: Account, id: string, sent: object = {}): Promise<Answer> {
  return call(`POST ${jobPath(id, '/cancel')}`, sent);
}

async function unitsOf({ call }: Account): Promise<number> {
  return Number(at((await call('GET /v1/credits/balance')).json, 'settled_units'));
}

/** Cancels a job in each stage, and reads how it ends and what it costs. */
export async function cancels(access: Access): Promise<Found> {
  const found: Record<string, unknown> = {};
  for (const stage of STAGES) {
    const account = await openAccount(access);
    const before = await unitsOf(account);
    const id = await jobIn(account, stage);
    const answer = await cancel(account, id);
    found[`cancel.${stage}`] = answer.status;
    found[`cancel.${stage}, headers`] = names(answer);
    found[`cancel.${stage}, retry-after`] = header(answer, 'retry-after');
    found[`cancel.${stage} ends`] = at((await finish(account, id)).json, 'status');
    found[`cancel.${stage} costs`] = (await unitsOf(account)) === before ? 'nothing' : 'units';
  }
  return { ...found, ...(await oddCancels(access)) };
}

async function oddCancels(access: Access): Promise<Found> {
  const [account, stranger] = [await openAccount(access), await openAccount(access)];
  const held = () => jobIn(account, 'queued');
  const foreign = await held();
  const done = await jobIn(account, null);
  await finish(account, done);
  return {
    'cancel.when done, message': message(await cancel(account, done)),
    'cancel.with a body': refusal(await cancel(account, await held(), { json: { why: 'because' } })),
    'cancel.with a key': refusal(await cancel(account, await held(), { headers: { 'idempotency-key': 'on-cancel' } })),
    'cancel.malformed id': refusal(await cancel(account, 'x')),
    'cancel.foreign job': refusal(await cancel(account, foreign, { key: stranger.keys.live })),
    'cancel.foreign job without scope': refusal(await cancel(account, foreign, { key: stranger.keys.none })),
  };
}

/** Jobs that are deleted, fail or expire. */
export async function ends(access: Access): Promise<Found> {
  const account = await openAccount(access);
  const id = await jobIn(account, null);
  await finish(account, id);
  const before = await unitsOf(account);
  const failed = await finish(account, await jobIn(account, null, { status: 'failed', code: 'PROCESSING_FAILED' }));
  return {
    'failed.billed': (await unitsOf(account)) === before ? 'not billed' : 'billed',
    'failed.members of the error': members(at(failed.json, 'error')),
    'failed.message': at(failed.json, 'error.message'),
    'delete.headers': names(await account.call(`DELETE ${jobPath(id)}`)),
    'delete.unknown': refusal(await account.call(`DELETE ${jobPath(UNKNOWN)}`)),
    ...(await retention(access)),
  };
}

async function retention(access: Access): Promise<Found> {
  const account = await openAccount(access);
  const same = { headers: { 'idempotency-key': 'kept' } };
  const body = skinOf(await assetId(account));
  const accepted = (await submit(account, SKIN, body, same)).json;
  const id = String(at(accepted, 'id'));
  const job = (await finish(account, id)).json;
  const found = {
    'job.expires_at while queued': at(accepted, 'expires_at') === null ? 'null' : 'set',
    'job.kept after its end': between(at(job, 'completed_at'), at(job, 'expires_at')),
    'job.kept after its beginning': between(at(job, 'created_at'), at(job, 'expires_at')),
  };
  const until = Date.parse(String(at(job, 'expires_at')));
  if (Number.isNaN(until)) return found;
  await advance(account, until - (await now(account)));
  const atEnd = await readJob(account, id);
  await advance(account, 2_000);
  return {
    ...found,
    'job.at its expiry': refusal(atEnd),
    'job.after its expiry': refusal(await readJob(account, id)),
    'replay.of an expired job': refusal(await submit(account, SKIN, body, same)),
  };
}
