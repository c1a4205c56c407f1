import { at } from '../forms.ts';
import type { Answer } from '../http.ts';
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
  submit,
  toNextDue,
} from '../service.ts';

const STAGES = ['queued', 'picked_up', 'preparing', 'processing'] as const;

/** Reads of a job before and after its end, and of jobs that are not there. */
export async function reads(access: Access) {
  const account = await openAccount(access);
  const { call, keys } = account;
  const id = await jobIn(account, 'queued');
  const queued = await readJob(account, id);
  const tag = queued.headers['etag'] ?? 'none';
  const known = (value: string) => readJob(account, id, { 'if-none-match': value });
  const queuedKnown = await known(tag);
  const forms = { star: (await known('*')).status, list: (await known(`"x", ${tag}`)).status };
  const weak = tag.startsWith('W/') ? tag.slice(2) : `W/${tag}`;
  const otherStrength = (await known(weak)).status;
  const head = await call(`HEAD ${jobPath(id)}`);
  const withParameter = await call(`GET ${jobPath(id)}?colour=red`);
  const finished = await finish(account, id);
  return {
    queued,
    queuedKnown,
    ...forms,
    otherStrength,
    head,
    withParameter,
    finished,
    finishedKnown: await known(finished.headers['etag'] ?? 'none'),
    unknown: await call(`GET ${jobPath('job_0000000000000000')}`),
    malformed: await call('GET /v1/jobs/x'),
    foreign: await call(`GET ${jobPath(id)}`, { key: keys.test }),
  };
}

/** What a job shows in each of its stages, and how long these last. */
export async function stages(access: Access) {
  const account = await openAccount(access);
  const shown: Record<string, Answer> = {};
  for (const stage of STAGES) shown[stage] = await readJob(account, await jobIn(account, stage));
  return { shown, lengths: await lengthsOf(await openAccount(access)), updated: await updates(access) };
}

/** Milliseconds from one stage to the next, on the clock of the service; a stage that takes no time is not met. */
async function lengthsOf(account: Account): Promise<Record<string, number>> {
  const asset = await assetId(account);
  const began = await now(account);
  const id = String(at((await submit(account, SKIN, skinOf(asset))).json, 'id'));
  const entered = new Map<string, number>();
  for (let step = 0; step < 8; step += 1) {
    const stage = String(at(await account.drive(`GET /jobs/${encodeURIComponent(id)}`), 'stage'));
    if (!entered.has(stage)) entered.set(stage, await now(account));
    if (!STAGES.some((one) => one === stage) || !(await toNextDue(account))) break;
  }
  const ended = [...entered].find(([stage]) => !STAGES.some((one) => one === stage))?.[1] ?? began;
  const starts = STAGES.map((stage) => entered.get(stage));
  const lengths = STAGES.map((stage, index) => {
    const start = starts[index];
    const end = starts.slice(index + 1).find((one) => one !== undefined) ?? ended;
    return [stage, start === undefined ? 0 : end - start] as const;
  });
  return Object.fromEntries(lengths);
}

/** Whether `updated_at` moves with time or with the inner stages. */
async function updates(access: Access) {
  const account = await openAccount(access);
  const id = await jobIn(account, 'preparing');
  const updatedAt = async () => at((await readJob(account, id)).json, 'updated_at');
  const first = await updatedAt();
  await advance(account, 2_000);
  const byTime = (await updatedAt()) !== first;
  const before = await updatedAt();
  await account.drive(`POST /jobs/${encodeURIComponent(id)}/step`);
  return { byTime, byStage: (await updatedAt()) !== before };
}

/** Cancels in each stage, with what they cost in the end. */
export async function cancels(access: Access) {
  const found: Record<string, { answer: Answer; end: Answer; cost: unknown; repeated: Answer }> = {};
  for (const stage of [...STAGES, 'ended']) {
    const account = await openAccount(access);
    const before = await balanceOf(account);
    const id = await jobIn(account, stage === 'ended' ? 'processing' : stage);
    if (stage === 'ended') await finish(account, id);
    const answer = await cancel(account, id);
    const end = await finish(account, id);
    const cost = Number(before) - Number(await balanceOf(account));
    found[stage] = { answer, end, cost: cost === 0 ? 'nothing' : 'something', repeated: await cancel(account, id) };
  }
  return { ...found, ...(await oddCancels(access)) } as typeof found & Awaited<ReturnType<typeof oddCancels>>;
}

function cancel({ call }: Account, id: string, sent: object = {}): Promise<Answer> {
  return call(`POST ${jobPath(id, '/cancel')}`, sent);
}

async function balanceOf({ call }: Account): Promise<unknown> {
  return at((await call('GET /v1/credits/balance')).json, 'settled_units');
}

async function oddCancels(access: Access) {
  const account = await openAccount(access);
  const { none } = account.keys;
  const [one, two, three] = [
    await jobIn(account, 'queued'),
    await jobIn(account, 'queued'),
    await jobIn(account, 'queued'),
  ];
  const stranger = await openAccount(access);
  return {
    withBody: await cancel(account, one, { json: { why: 'because' } }),
    withKey: await cancel(account, two, { headers: { 'idempotency-key': 'on-a-cancel' } }),
    unknown: await cancel(account, 'job_0000000000000000'),
    malformed: await cancel(account, 'x'),
    withoutScope: await cancel(account, three, { key: none }),
    foreign: await cancel(account, three, { key: stranger.keys.live }),
    foreignWithoutScope: await cancel(account, three, { key: stranger.keys.none }),
  };
}

/** Deletions, and what is left behind them and behind the end of a retention. */
export async function deletions(access: Access) {
  const account = await openAccount(access);
  const { call } = account;
  const running = await call(`DELETE ${jobPath(await jobIn(account, 'processing'))}`);
  const id = await jobIn(account, null);
  const result = String(at((await finish(account, id)).json, 'output.visualizations.0.id'));
  const deleted = await call(`DELETE ${jobPath(id)}`);
  return {
    running,
    deleted,
    again: await call(`DELETE ${jobPath(id)}`),
    unknown: await call(`DELETE ${jobPath('job_0000000000000000')}`),
    read: await call(`GET ${jobPath(id)}`),
    result: await call(`GET /v1/assets/${encodeURIComponent(result)}`),
  };
}

export async function retention(access: Access) {
  const account = await openAccount(access);
  const same = { headers: { 'idempotency-key': 'kept' } };
  const body = skinOf(await assetId(account));
  const accepted = (await submit(account, SKIN, body, same)).json;
  const id = String(at(accepted, 'id'));
  await advance(account, 50);
  const job = (await finish(account, id)).json;
  const until = Date.parse(String(at(job, 'expires_at')));
  if (Number.isNaN(until)) return { accepted, job, atEnd: null, gone: null, replay: null };
  await advance(account, until - (await now(account)));
  const atEnd = await readJob(account, id);
  await advance(account, 2_000);
  const gone = await readJob(account, id);
  return { accepted, job, atEnd, gone, replay: await submit(account, SKIN, body, same) };
}

/** Jobs that fail, each as it is read. */
export async function failures(access: Access) {
  const account = await openAccount(access);
  const before = await balanceOf(account);
  const outcome = { status: 'failed', code: 'PROCESSING_FAILED' };
  const failed = await finish(account, await jobIn(account, null, outcome));
  const after = await balanceOf(account);
  return { failed, billed: before === after ? 'not billed' : 'billed' };
}
