import { randomUUID } from 'node:crypto';
import { at, isObject } from './forms.ts';
import { type Answer, type Sent, send } from './http.ts';
import { FACE } from './pictures.ts';

/** The addresses of a service and of its drivers. */
export type Access = { base_url: string; driver_url: string };

/** The options of a new account in the contract of drivers. */
export type AccountOptions = { credits?: number; enforced?: boolean; features?: Record<string, boolean> };

/** A new account with its own clock, so that readers cannot disturb each other. */
export type Account = {
  id: string;
  keys: Readonly<Record<KeyName, string>>;
  /** Sends the live key unless another one is given. */
  call(line: string, sent?: Sent): Promise<Answer>;
  drive(line: string, json?: unknown): Promise<unknown>;
};
export type KeyName = 'live' | 'second' | 'test' | 'none';

const KEYS = {
  live: { environment: 'live' },
  second: { environment: 'live' },
  test: { environment: 'test' },
  none: { environment: 'live', scopes: [] },
};

export async function openAccount({ base_url, driver_url }: Access, options: AccountOptions = {}): Promise<Account> {
  const asked = { credits: 100_000, enforced: true, ...options, own_clock: true, keys: KEYS };
  const { json } = await send(driver_url, 'POST /tenants', { json: asked });
  const secret = (name: KeyName) => String(at(json, `keys.${name}.secret`));
  const keys = { live: secret('live'), second: secret('second'), test: secret('test'), none: secret('none') };
  return {
    id: String(at(json, 'id')),
    keys,
    call: (line, sent) => send(base_url, line, { key: keys.live, ...sent }),
    drive: async (line, body) => {
      const answer = await send(driver_url, line, { key: keys.live, ...(body !== undefined && { json: body }) });
      if (answer.status >= 300) throw new Error(`${line}: ${answer.status} ${answer.text}`);
      return answer.json;
    },
  };
}

export const SKIN = 'POST /v1/skin/analyses';
export const MAKEUP = 'POST /v1/makeup/try-ons';
export const HAIR = 'POST /v1/hair/try-ons';

export function upload(
  { call }: Account,
  bytes: Uint8Array = FACE,
  type = 'image/png',
  more: Sent = {},
): Promise<Answer> {
  return call('POST /v1/assets', { ...more, bytes, headers: { 'content-type': type, ...more.headers } });
}

export async function assetId(account: Account, bytes: Uint8Array = FACE, more: Sent = {}): Promise<string> {
  return String(at((await upload(account, bytes, 'image/png', more)).json, 'id'));
}

/** The body of a skin analysis of an asset. `more` adds or replaces members. */
export function skinOf(asset: string, more: object = {}): object {
  return { inputs: [{ asset_id: asset, role: 'source' }], concerns: ['acne'], ...more };
}

export function makeupOf(asset: string, product: object = {}): object {
  const products = [{ category: 'lipstick', color: '#a1304a', ...product }];
  return { inputs: [{ asset_id: asset, role: 'source' }], products };
}

/** Submits with a new Idempotency-Key, unless the headers contain one. */
export function submit({ call }: Account, line: string, json: unknown, more: Sent = {}): Promise<Answer> {
  return call(line, { ...more, json, headers: { 'idempotency-key': randomUUID(), ...more.headers } });
}

/** Submits a skin analysis whose job is held in a stage, or runs to its end by default. */
export async function jobIn(account: Account, hold: string | null, outcome?: object): Promise<string> {
  const plan = { ...(hold !== null && { hold_at: hold }), ...(outcome !== undefined && { outcome }) };
  if (hold !== null || outcome !== undefined) await account.drive('POST /plans', plan);
  const answer = await submit(account, SKIN, skinOf(await assetId(account)));
  const id = String(at(answer.json, 'id'));
  for (let step = 0; hold !== null && step < 8; step += 1) {
    if ((await stageOf(account, id)) === hold) break;
    await toNextDue(account);
  }
  return id;
}

/** The internal stage of a job, or its final status. */
export async function stageOf({ drive }: Account, id: string): Promise<string> {
  return String(at(await drive(`GET /jobs/${encodeURIComponent(id)}`), 'stage'));
}

export function jobPath(id: string, what = ''): string {
  return `/v1/jobs/${encodeURIComponent(id)}${what}`;
}

export function readJob({ call }: Account, id: string, headers: Record<string, string> = {}): Promise<Answer> {
  return call(`GET ${jobPath(id)}`, { headers });
}

export async function now({ drive }: Account): Promise<number> {
  return Date.parse(String(at(await drive('GET /clock'), 'now')));
}

export async function advance({ drive }: Account, by: number): Promise<void> {
  await drive('POST /clock/advance', { by });
}

/** Advances the clock to the next due work. Returns false if there is none. */
export async function toNextDue(account: Account): Promise<boolean> {
  const next = at(await account.drive('POST /clock/advance', { by: 0 }), 'next_due');
  if (typeof next !== 'string') return false;
  // The time is shown in milliseconds, and the work may be due a fraction of one later.
  await advance(account, Math.max(1, Date.parse(next) - (await now(account))));
  return true;
}

/** Lets a job run to its end, and reads it. */
export async function finish(account: Account, id: string, key = account.keys.live): Promise<Answer> {
  await account.drive(`POST /jobs/${encodeURIComponent(id)}/release`);
  for (let step = 0; step < 20; step += 1) {
    const answer = await account.call(`GET ${jobPath(id)}`, { key });
    const status = at(answer.json, 'status');
    if (status !== 'queued' && status !== 'running') return answer;
    if (!(await toNextDue(account))) await advance(account, 1_000);
  }
  throw new Error(`the job ${id} does not end`);
}

/** The first list anywhere in an answer, because lists of jobs differ in shape. */
export function firstListIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  const found = isObject(value) ? Object.values(value).find(Array.isArray) : undefined;
  return found ?? [];
}
