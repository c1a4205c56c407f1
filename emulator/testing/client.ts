import sharp from 'sharp';
import { createEmulator, type Emulator, type EmulatorOptions } from '../index.ts';

/** An answer with its body: `text` always, `body` if it is JSON. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type Reply = { status: number; headers: Headers; text: string; body: any };

export type Call = {
  key?: string | null;
  headers?: Record<string, string>;
  json?: unknown;
  body?: string | Uint8Array;
};

/** A client of one emulator, without a socket. By default it sends the test key; `key: null` sends none. */
export function clientOf(emulator: {
  keys: Emulator['keys'];
  fetch(path: string, init?: RequestInit): Promise<Response>;
}) {
  async function call(method: string, path: string, options: Call = {}): Promise<Reply> {
    const { key = emulator.keys.test, headers = {}, json } = options;
    const init: RequestInit = { method, headers: { ...(key !== null && { 'X-API-Key': key }), ...headers } };
    if (json !== undefined) {
      init.body = JSON.stringify(json);
      init.headers = { 'Content-Type': 'application/json', ...init.headers };
    }
    if (options.body !== undefined) init.body = options.body as string;
    const response = await emulator.fetch(path, init);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : null,
    };
  }

  let keys = 0;
  const freshKey = () => {
    keys += 1;
    return `key-${keys}`;
  };

  const upload = (options: Call & { type?: string } = {}) =>
    facePng().then((face) =>
      call('POST', '/v1/assets', {
        body: face,
        ...options,
        headers: { 'Content-Type': options.type ?? 'image/png', ...options.headers },
      }),
    );

  async function submit(path: string, json: unknown, options: Call & { idempotencyKey?: string } = {}): Promise<Reply> {
    const headers = { 'Idempotency-Key': options.idempotencyKey ?? freshKey(), ...options.headers };
    return call('POST', path, { ...options, headers, json });
  }

  /** Uploads a face and submits a job of an operation for it; returns the answer to the submission. */
  async function submitOn(
    operation: keyof typeof REQUESTS,
    options: Call & { idempotencyKey?: string } = {},
  ): Promise<Reply> {
    const asset = await upload(options.key === undefined ? {} : { key: options.key });
    const { path, body } = REQUESTS[operation];
    return submit(path, { inputs: [{ asset_id: asset.body.id, role: 'source' }], ...body }, options);
  }

  return {
    call,
    get: (path: string, options?: Call) => call('GET', path, options),
    upload,
    submit,
    submitOn,
    freshKey,
  };
}

export type Client = ReturnType<typeof clientOf>;

/** A valid body of each product, without its inputs. */
export const REQUESTS = {
  'skin.analyze': {
    path: '/v1/skin/analyses',
    body: { concerns: ['acne', 'redness'], visualizations: [{ concern: 'acne', kind: 'mask' }] },
  },
  'makeup.apply': { path: '/v1/makeup/try-ons', body: { products: [{ category: 'lipstick', color: '#a1304a' }] } },
  'hair.try_on': {
    path: '/v1/hair/try-ons',
    body: { color_gradient: { dark: { color: '#203040' }, light: { color: '#8090a0', opacity: 0.5 } } },
  },
} as const;

/** An emulator without a socket, on a frozen clock by default, and a client of it. */
export async function emulatorFor(options: EmulatorOptions = {}): Promise<{ emulator: Emulator; client: Client }> {
  const emulator = await createEmulator({ listen: false, clock: 'frozen', ...options });
  return { emulator, client: clientOf(emulator) };
}

let face: Promise<Uint8Array> | null = null;

/** A small picture that is valid for every job. */
export function facePng(): Promise<Uint8Array> {
  face ??= sharp({ create: { width: 64, height: 80, channels: 3, background: '#caa184' } })
    .png()
    .toBuffer();
  return face;
}
