import { afterEach, describe, expect, it } from 'vitest';
import { GREY_PIXEL } from '../pictures.ts';
import { type OtherServer, startOtherServer } from '../start.ts';
import type { FreshBreach } from './fresh-breaches.ts';

let server: OtherServer | null = null;
afterEach(() => server?.close());

type Sent = { body?: object | Buffer; key?: string; headers?: Record<string, string> };

/** A server on which jobs take no time, and calls of it and of its console. */
async function opened(broken?: FreshBreach) {
  const at = await startOtherServer({ clock: 'stands', stage: 0, ...(broken !== undefined && { broken }) });
  server = at;
  const ask = async (method: string, url: string, { body, key = at.keys.primary, headers }: Sent = {}) => {
    const isBytes = Buffer.isBuffer(body);
    const answer = await fetch(url, {
      method,
      headers: { 'x-api-key': key, 'content-type': isBytes ? 'image/png' : 'application/json', ...headers },
      ...(body !== undefined && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text.startsWith('{') ? JSON.parse(text) : null };
  };
  const call = (line: string, sent?: Sent) => {
    const [method = '', path = ''] = line.split(' ');
    return ask(method, `${at.base_url}${path}`, sent);
  };
  const upload = async () => (await call('POST /v1/assets', { body: GREY_PIXEL })).body.id as string;
  const skin = async (asset_id: string, more: object, name = 'a-key') =>
    call('POST /v1/skin/analyses', {
      body: { inputs: [{ asset_id, role: 'source' }], concerns: ['acne'], ...more },
      headers: { 'idempotency-key': name },
    });
  const drive = (path: string, body: object) => ask('POST', `${at.driver_url}${path}`, { body });
  const fail = () => drive('/plans', { outcome: { status: 'failed', code: 'PROCESSING_FAILED' } });
  return { call, upload, skin, fail };
}

type Opened = Awaited<ReturnType<typeof opened>>;
type Row = [name: FreshBreach, look: (api: Opened) => Promise<unknown>, lawful: unknown, broken: unknown];

/** What a caller sees of the unbroken server, and of the broken one. */
const ROWS: readonly Row[] = [
  [
    'assets created at created_lt are listed',
    async ({ call, upload }) => {
      const { body: asset } = await call(`GET /v1/assets/${await upload()}`);
      return (await call(`GET /v1/assets?created_lt=${asset.created_at}`)).body.data.length;
    },
    0,
    1,
  ],
  [
    'a page loses what has the same instant',
    async ({ call, upload }) => {
      for (let count = 0; count < 3; count += 1) await upload();
      const { body: page } = await call('GET /v1/assets?limit=2');
      return (await call(`GET /v1/assets?cursor=${page.next_cursor}`)).body.data.length;
    },
    1,
    0,
  ],
  [
    'a concern twice is noticed side by side',
    async ({ upload, skin }) => (await skin(await upload(), { concerns: ['acne', 'pore', 'acne'] })).status,
    400,
    202,
  ],
  [
    'a conflict takes the key over',
    async ({ upload, skin }) => {
      const asset = await upload();
      await skin(asset, {});
      await skin(asset, { concerns: ['pore'] });
      return (await skin(asset, {})).status;
    },
    200,
    409,
  ],
  [
    'a failed job can be cancelled',
    async ({ call, upload, skin, fail }) => {
      await fail();
      const { body: job } = await skin(await upload(), {});
      return (await call(`POST /v1/jobs/${job.id}/cancel`)).status;
    },
    409,
    200,
  ],
  [
    'a deletion leaves the second result',
    async ({ call, upload, skin }) => {
      const visualizations = ['mask', 'visual'].map((kind) => ({ concern: 'acne', kind }));
      const { body: accepted } = await skin(await upload(), { visualizations });
      const { body: job } = await call(`GET /v1/jobs/${accepted.id}`);
      await call(`DELETE /v1/jobs/${job.id}`);
      return (await call(`GET ${job.output.visualizations[1].href}`)).status;
    },
    404,
    200,
  ],
];

describe('A fresh breach shows, and only where it is switched on:', () => {
  it.each(ROWS)('%s', async (name, look, lawful, broken) => {
    expect(await look(await opened())).toEqual(lawful);
    await server?.close();
    expect(await look(await opened(name))).toEqual(broken);
  });

  it('one that does not exist is refused', async () => {
    await expect(startOtherServer({ broken: 'no such thing' as FreshBreach })).rejects.toThrow('no breach');
  });
});
