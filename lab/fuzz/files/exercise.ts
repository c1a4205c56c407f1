import type { OpenedForFuzz } from './worked-worlds.ts';

export type Answer = { status: number; text: string; bytes: Uint8Array };

export async function callControl(
  { emulator }: Pick<OpenedForFuzz, 'emulator'>,
  method: string,
  path: string,
  body?: Uint8Array | object,
): Promise<Answer> {
  const isJson = body !== undefined && !(body instanceof Uint8Array);
  const response = await emulator.fetch(`/_emulator/v1${path}`, {
    method,
    ...(body !== undefined && { body: (isJson ? JSON.stringify(body) : body) as string }),
    ...(isJson && { headers: { 'Content-Type': 'application/json' } }),
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, text: Buffer.from(bytes).toString(), bytes };
}

/** Whether the answer is a failure of the emulator. An unreadable key store (503) and lack of space (507) are not. */
export function isFailure({ status }: Pick<Answer, 'status'>): boolean {
  return status >= 500 && status !== 503 && status !== 507;
}

const READ = ['endpoints', 'deliveries', 'plans', 'faults', 'accounts', 'clock', 'snapshots', 'switches', 'journal'];

/** Exercises everything that a world does, and returns the answers that failed. */
export async function exercised(opened: OpenedForFuzz): Promise<string[]> {
  const { emulator, client } = opened;
  const faults: string[] = [];
  const see = <Reply extends Pick<Answer, 'status' | 'text'>>(what: string, reply: Reply): Reply => {
    if (isFailure(reply)) faults.push(`${what} answers ${reply.status}: ${reply.text.slice(0, 300)}`);
    return reply;
  };
  const control = async (method: string, path: string, body?: Uint8Array | object) =>
    see(`${method} ${path}`, await callControl(opened, method, path, body));
  const get = async (path: string, key: string) => see(`GET ${path}`, await client.get(path, { key }));
  const lookAt = async (list: 'jobs' | 'assets', key: string) => {
    for (const { id } of (await get(`/v1/${list}`, key)).body?.data ?? []) {
      const path = `/${list}/${encodeURIComponent(id)}`;
      await get(`/v1${path}`, key);
      if (list === 'assets') await get(`/v1${path}/content`, key);
      else await control('GET', path);
    }
  };
  const look = async () => {
    for (const path of READ) await control('GET', `/${path}`);
    for (const key of [emulator.keys.test, emulator.keys.live].filter((one) => one !== null)) {
      for (const list of ['jobs', 'assets'] as const) await lookAt(list, key);
      for (const path of ['/v1/usage', '/v1/credits/balance']) await get(path, key);
    }
  };
  await look();
  if (emulator.keys.test !== null && see('an upload', await client.upload()).status < 300)
    see('a submission', await client.submitOn('skin.analyze'));
  await control('POST', '/clock/advance', { until: 'idle' });
  await control('POST', '/snapshots', { name: 'taken' });
  await control('POST', '/clock/advance', { by: '30d' });
  await look();
  const { bytes } = await control('GET', '/file');
  const again = await control('POST', '/file', bytes);
  if (again.status !== 200) faults.push(`what was exported is not taken again: ${again.text.slice(0, 300)}`);
  await control('POST', '/snapshots/taken/load');
  await control('POST', '/reset');
  return faults;
}
