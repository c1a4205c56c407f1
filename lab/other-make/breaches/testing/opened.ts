import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OtherServerOptions } from '../../options.ts';
import { GREY_PIXEL } from '../../pictures.ts';
import { type OtherKeys, type OtherServer, startOtherServer } from '../../start.ts';
import type { FreshBreach } from '../fresh-breaches.ts';

type Event = {
  id: string;
  type: string;
  api_version?: string;
  data: { object: { output: { image: { href: string } } } };
};
type Got = { path: string; headers: NodeJS.Dict<string | string[]>; body: Event };
type Sent = { body?: object | Buffer; key?: string; headers?: Record<string, string> };

let server: OtherServer | null = null;
let receivers: Server[] = [];
export async function close() {
  for (const receiver of receivers) {
    receiver.close();
    receiver.closeAllConnections();
  }
  receivers = [];
  await server?.close();
}

/** A receiver of its own, which redirects to /moved if its status says so. */
async function listening(status: number) {
  const got: Got[] = [];
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { url: path = '', headers } = request;
    got.push({ path, headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
    response.writeHead(path === '/moved' ? 200 : status, { location: '/moved' }).end();
  });
  receivers.push(receiver);
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  return { url, got };
}

/** A server on which jobs take no time, with calls of it and of its console. */
export async function opened(broken: FreshBreach | null, options: OtherServerOptions) {
  const at = await startOtherServer({ clock: 'stands', stage: 0, ...options, ...(broken !== null && { broken }) });
  server = at;
  const ask = async (method: string, url: string, { body, key = at.keys.primary, headers }: Sent = {}) => {
    const isBytes = Buffer.isBuffer(body);
    const answer = await fetch(url, {
      method,
      headers: { 'x-api-key': key, 'content-type': isBytes ? 'image/png' : 'application/json', ...headers },
      ...(body !== undefined && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const said = /^[[{]/.test(text) ? JSON.parse(text) : null;
    return { status: answer.status, headers: answer.headers, body: said };
  };
  const call = (line: string, sent?: Sent) => {
    const [method = '', path = ''] = line.split(' ');
    return ask(method, `${at.base_url}${path}`, sent);
  };
  const drive = async (line: string, body: object = {}) => {
    const [method = '', path = ''] = line.split(' ');
    const sent = method === 'GET' ? {} : { body };
    const answer = await ask(method, `${at.driver_url}${path}`, sent);
    if (answer.status !== 200) throw new Error(`${line} answers ${answer.status}`);
    return answer.body;
  };
  const keyOf = (key: keyof OtherKeys) => at.keys[key];
  const upload = async (key: keyof OtherKeys = 'primary') =>
    (await call('POST /v1/assets', { body: GREY_PIXEL, key: keyOf(key) })).body.id as string;
  const submit = (route: string, body: object, name: string, key: keyof OtherKeys) =>
    call(`POST /v1/${route}`, { body, headers: { 'idempotency-key': name }, key: keyOf(key) });
  const skin = (asset_id: string, more: object = {}, name = 'a-key', key: keyof OtherKeys = 'primary') => {
    const body = { inputs: [{ asset_id, role: 'source' }], concerns: ['acne'], ...more };
    return submit('skin/analyses', body, name, key);
  };
  const makeup = (asset_id: string, products: object[] = [LIPSTICK], name = 'a-key') =>
    submit('makeup/try-ons', { inputs: [{ asset_id, role: 'source' }], products }, name, 'primary');
  const job = async (id: string) => (await call(`GET /v1/jobs/${id}`)).body;
  /** A job of skin that stays at a stage. */
  const held = async (hold_at: string, name = 'a-key', more: object = {}) => {
    await drive('POST /plans', { hold_at });
    const asset = await upload();
    return { asset, id: (await skin(asset, more, name)).body.id as string };
  };
  /** Lets the next job fail. */
  const fail = () => drive('POST /plans', { outcome: { status: 'failed', code: 'PROCESSING_FAILED' } });
  const made = async () => job((await makeup(await upload())).body.id);
  const cancel = (id: string, key: keyof OtherKeys = 'primary') =>
    call(`POST /v1/jobs/${id}/cancel`, { key: keyOf(key) });
  const advance = (by: string) => drive('POST /clock/advance', { by });
  const balance = async (key: keyof OtherKeys = 'primary') =>
    (await call('GET /v1/credits/balance', { key: keyOf(key) })).body;
  const money = (change: object) => drive('POST /tenants/main/credits', change);
  /** How often a day has a job of skin in the usage. */
  const counted = async (day: string) => {
    const { rows } = (await call('GET /v1/usage')).body;
    return rows.find((row: { day: string }) => row.day === day)?.operations['skin.analyze'] ?? 0;
  };
  /** An endpoint that answers everything with a status. */
  const receive = async (status = 200, events: string[] | null = null) => {
    const { url, got } = await listening(status);
    const { id } = await drive('POST /endpoints', { url, ...(events !== null && { events }) });
    return { id: id as string, got };
  };
  return {
    ...{ call, drive, upload, skin, makeup, job, held, made, cancel, advance, balance, money, counted, receive },
    ...{ keyOf, fail, base: at.base_url },
  };
}

export const LIPSTICK = { category: 'lipstick', color: '#aa2233' };
export const TODAY = '2028-02-28';
export const CREDITS = 1_000_000;

type Opened = Awaited<ReturnType<typeof opened>>;
type Look = (api: Opened) => Promise<unknown>;
/** What a caller sees of the unbroken server, and of the broken one. */
export type Row = [look: Look, lawful: unknown, broken: unknown, options?: OtherServerOptions];

/** What a caller sees of the unbroken server, and of the one that is broken so. */
export async function seenOf(name: FreshBreach, [look, , , options = {}]: Row) {
  const lawful = await look(await opened(null, options));
  await close();
  return { lawful, broken: await look(await opened(name, options)) };
}
