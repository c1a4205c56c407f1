import { uniform } from '../domain/values/random.ts';
import type { Emulator } from '../index.ts';
import { type Call, type Client, clientOf, REQUESTS } from './client.ts';

/** One answer as it was sent, without what depends on the time and the connection. */
export type Exchange = { request: string; status: number; headers: Record<string, string>; body: string };

export type Mix = {
  /** Requests that only read. */
  reads?: boolean;
  /** Requests that are refused. */
  errors?: boolean;
};

type Thing = { id: string; key: string };
type Act = () => Promise<unknown>;

const IGNORED_HEADERS = ['date', 'connection', 'keep-alive'];
const OPERATIONS = ['skin.analyze', 'makeup.apply', 'hair.try_on'] as const;
const KEYS = ['pk_live_demo', 'pk_test_demo'] as const;
const UNKNOWN: Thing = { id: 'unknown_id', key: KEYS[0] };

/** Sends many requests of many kinds, one after another, each based on earlier answers. Returns the exchanges. */
export async function mixedRequests(emulator: Emulator, count: number, mix: Mix = {}): Promise<Exchange[]> {
  const { reads = true, errors = true } = mix;
  const exchanges: Exchange[] = [];
  const chance = createChance();
  const session = createSession(
    emulator,
    clientOf({ ...emulator, fetch: recordingFetch(emulator, exchanges) }),
    chance,
  );
  const writing = writingActs(session);
  const kinds = [
    ...writing,
    ...writing,
    ...(reads ? readingActs(session) : []),
    ...(errors ? refusedActs(session) : []),
  ];
  while (exchanges.length < count) await chance.pick(kinds)?.();
  return exchanges;
}

/** A sequence of draws that is always the same. */
function createChance() {
  let drawn = 0;
  const upTo = (end: number) => {
    drawn += 1;
    return Math.floor(uniform('mixed requests', drawn) * end);
  };
  return { upTo, pick: <Value>(values: readonly Value[]) => values[upTo(values.length)] };
}

/** What clients know about an emulator, and the requests that they send. */
function createSession(emulator: Emulator, client: Client, { upTo, pick }: ReturnType<typeof createChance>) {
  const assets: Thing[] = [];
  const results: Thing[] = [];
  /** Jobs that have just begun, jobs in progress, and jobs that have ended. */
  const jobs = { fresh: [] as Thing[], moving: [] as Thing[], ended: [] as Thing[] };
  const numbers = { submits: 0 };
  const allJobs = () => [...jobs.fresh, ...jobs.moving, ...jobs.ended];
  const call = (method: string, path: string, options: Call = {}) =>
    client.call(method, path, { key: pick(KEYS) ?? UNKNOWN.key, ...options });
  const on = (things: readonly Thing[], method: string, pathOf: (id: string) => string) => {
    const { id, key } = pick(things) ?? UNKNOWN;
    return call(method, pathOf(id), { key });
  };
  const submit = async ({ id, key }: Thing, idempotencyKey: string) => {
    const { path, body } = REQUESTS[pick(OPERATIONS) ?? 'skin.analyze'];
    const json = { inputs: [{ asset_id: id, role: 'source' }], ...body };
    const reply = await client.submit(path, json, { key, idempotencyKey });
    if (reply.status === 202) jobs.fresh.push({ id: reply.body.id, key });
  };
  return { emulator, client, upTo, pick, assets, results, jobs, numbers, allJobs, call, on, submit };
}

type Session = ReturnType<typeof createSession>;

function writingActs({ emulator, client, upTo, pick, assets, jobs, numbers, on, submit }: Session): Act[] {
  const upload = async () => {
    const key = pick(KEYS) ?? UNKNOWN.key;
    const { body } = await client.upload({ key });
    assets.push({ id: body.id, key });
  };
  const advance = async (milliseconds: number) => {
    jobs.moving.push(...jobs.fresh.splice(0));
    await emulator.clock.advance(milliseconds);
  };

  return [
    upload,
    async () => {
      const asset = pick(assets);
      numbers.submits += 1;
      if (asset !== undefined) await submit(asset, `mixed-${numbers.submits}`);
    },
    async () => {
      const [job] = jobs.fresh.splice(0, 1);
      if (job === undefined) return;
      await on([job], 'POST', (id) => `/v1/jobs/${id}/cancel`);
      jobs.ended.push(job);
    },
    async () => {
      if (jobs.ended.length > 0 && upTo(2) === 0) await on(jobs.ended, 'DELETE', (id) => `/v1/jobs/${id}`);
    },
    async () => {
      const [asset] = assets.length > 5 ? assets.splice(upTo(assets.length), 1) : [];
      if (asset !== undefined) await on([asset], 'DELETE', (id) => `/v1/assets/${id}`);
    },
    () => advance(upTo(1_500)),
    async () => {
      if (upTo(3) > 0) return;
      await advance(5_000);
      jobs.ended.push(...jobs.moving.splice(0));
    },
  ];
}

function readingActs({ client, upTo, pick, assets, results, allJobs, call, on }: Session): Act[] {
  return [
    async () => {
      const job = pick(allJobs()) ?? UNKNOWN;
      const { body } = await client.get(`/v1/jobs/${job.id}`, { key: job.key });
      const images = body.output?.visualizations ?? [body.output?.image ?? []].flat();
      for (const { id } of images) results.push({ id, key: job.key });
    },
    () => on(results, 'GET', (id) => `/v1/assets/${id}/content`),
    () => on(assets, 'GET', (id) => `/v1/assets/${id}`),
    () => call('GET', `/v1/jobs?limit=${1 + upTo(5)}`),
    () => call('GET', '/v1/assets?limit=3&purpose=result'),
    () => call('GET', '/v1/credits/balance'),
    () => call('GET', '/v1/usage'),
  ];
}

function refusedActs({ pick, assets, results, jobs, numbers, allJobs, call, on, submit }: Session): Act[] {
  return [
    () => call('GET', '/v1/jobs?limit=0'),
    () => call('GET', '/v1/nowhere'),
    () => call('GET', '/v1/usage', { key: 'pk_live_wrong' }),
    () => call('POST', '/v1/assets', { body: 'no image', headers: { 'Content-Type': 'image/png' } }),
    () => submit(pick(assets) ?? UNKNOWN, 'mixed-1'),
    () => submit(UNKNOWN, `missing-${numbers.submits}`),
    () => on([...jobs.moving, ...jobs.ended], 'POST', (id) => `/v1/jobs/${id}/cancel`),
    () => on(allJobs(), 'DELETE', (id) => `/v1/jobs/${id}`),
    () => on(results, 'DELETE', (id) => `/v1/assets/${id}`),
  ];
}

function recordingFetch(emulator: Emulator, exchanges: Exchange[]): Emulator['fetch'] {
  return async (input, init) => {
    const response = await emulator.fetch(input, init);
    const { status } = response;
    const bytes = Buffer.from(await response.arrayBuffer());
    const headers = Object.fromEntries([...response.headers].filter(([name]) => !IGNORED_HEADERS.includes(name)));
    exchanges.push({ request: `${init?.method} ${input}`, status, headers, body: bytes.toString('latin1') });
    return new Response(bytes.byteLength === 0 ? null : bytes, { status, headers: response.headers });
  };
}

/** The same emulator, used over its socket. */
export function overSocket(emulator: Emulator): Emulator {
  return { ...emulator, fetch: (input, init) => fetch(new URL(String(input), emulator.url), init) };
}
