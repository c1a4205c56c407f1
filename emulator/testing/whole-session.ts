import sharp from 'sharp';
import { REQUESTS } from './client.ts';
import { openReceivingServer } from './receiving-server.ts';

const KEY = { 'X-API-Key': 'pk_test_demo' };
const JSON_TYPE = { 'Content-Type': 'application/json' };

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into
type Answer = { status: number; body: any };

/** Uses a listening emulator like clients, tests and people do: every operation, webhooks, pictures, control calls. */
export async function liveWholeSession(url: string): Promise<void> {
  const ask = askerOf(url);
  const receivers = await Promise.all([
    openReceivingServer(503),
    openReceivingServer((response) => response.end('thanks')),
  ]);
  for (const { url: at } of receivers) await ask('POST', '/_emulator/v1/endpoints', { json: { url: at } });
  await ask('POST', '/_emulator/v1/receivers', { json: { replies: [500, 'timeout'] } });

  const uploads = await Promise.all(
    (['jpeg', 'png', 'webp'] as const).map(async (type) => {
      const body = await face(type);
      return ask('POST', '/v1/assets', { body, headers: { 'Content-Type': `image/${type}` } });
    }),
  );
  await ask('POST', '/v1/assets', { body: Buffer.from('no image'), headers: { 'Content-Type': 'image/png' } });
  await ask('POST', '/_emulator/v1/plans', {
    json: { nth: 3, outcome: { status: 'failed', code: 'PROCESSING_FAILED' } },
  });
  const jobs: string[] = [];
  for (const [index, { path, body }] of Object.values(REQUESTS).entries()) {
    const json = { inputs: [{ asset_id: uploads[index]?.body.id, role: 'source' }], ...body };
    for (const _ of [1, 2]) {
      const { body: job } = await ask('POST', path, { json, headers: { 'Idempotency-Key': `key-${index}` } });
      jobs.push(job.id);
    }
  }
  const cancelled = { inputs: [{ asset_id: uploads[0]?.body.id, role: 'source' }], ...REQUESTS['skin.analyze'].body };
  const late = await ask('POST', '/v1/skin/analyses', { json: cancelled, headers: { 'Idempotency-Key': 'late' } });
  await ask('POST', `/v1/jobs/${late.body.id}/cancel`);
  const waiting = ask('POST', '/_emulator/v1/journal/wait', {
    json: { job: jobs[0], status: 'succeeded', timeout: '30s' },
  });
  const polls = [...new Set(jobs)].map((job) => ask('GET', `/v1/jobs/${job}`));
  await Promise.all(polls);
  await ask('POST', '/_emulator/v1/clock/advance', { json: { by: '2h' } });
  await waiting;
  for (const job of new Set(jobs)) await readResults(ask, job);
  await readTheRest(ask, late.body.id, uploads[2]?.body.id);
  for (const receiver of receivers) await receiver.close();
}

async function readResults(ask: Ask, job: string): Promise<void> {
  const { body } = await ask('GET', `/v1/jobs/${job}`);
  const pictures = body.output?.visualizations ?? [body.output?.image ?? []].flat();
  for (const { href } of pictures) await ask('GET', href);
}

async function readTheRest(ask: Ask, job: string, asset: string): Promise<void> {
  await ask('DELETE', `/v1/jobs/${job}`);
  await ask('GET', `/v1/jobs/${job}`);
  for (const path of ['/v1/jobs?limit=2', '/v1/assets?purpose=result', `/v1/assets/${asset}`]) await ask('GET', path);
  for (const path of ['/v1/usage', '/v1/credits/balance', '/v1/nowhere']) await ask('GET', path);
  await ask('DELETE', `/v1/assets/${asset}`);
  await ask('POST', '/_emulator/v1/worlds', { json: { name: 'side', clock: 'auto' } });
  await ask('GET', '/v1/usage', { headers: { 'X-API-Key': 'pk_live_side' } });
  for (const path of ['receivers', 'journal', 'audit', 'summary', 'jobs', 'snapshots', 'endpoints'])
    await ask('GET', `/_emulator/v1/${path}`);
  await ask('GET', '/_emulator/v1/file');
}

type Ask = ReturnType<typeof askerOf>;

function askerOf(url: string) {
  return async (
    method: string,
    path: string,
    { json, body, headers = {} }: { json?: unknown; body?: Uint8Array; headers?: Record<string, string> } = {},
  ): Promise<Answer> => {
    const sent = json === undefined ? body : JSON.stringify(json);
    const response = await fetch(new URL(path, url), {
      method,
      headers: { ...(path.startsWith('/v1') && KEY), ...(json !== undefined && JSON_TYPE), ...headers },
      ...(sent !== undefined && { body: sent as string }),
    });
    const text = Buffer.from(await response.arrayBuffer()).toString();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true && text !== '';
    return { status: response.status, body: isJson ? JSON.parse(text) : null };
  };
}

function face(type: 'jpeg' | 'png' | 'webp'): Promise<Buffer> {
  const picture = sharp({ create: { width: 320, height: 400, channels: 3, background: '#caa184' } });
  return picture.toFormat(type).toBuffer();
}
