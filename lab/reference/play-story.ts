import { fixtures } from '../../fixtures/index.ts';
import { type Example, type Preparation, STORY } from './control-story.ts';

type Values = Readonly<Record<string, string>>;

/** Makes a control call: with fetch for the page, with curl in the test. */
export type Caller = (example: Example, values: Values) => Promise<{ status: number; text: string }>;
/** A request to the API, without a key by default. */
export type Api = (path: string, init: RequestInit) => Promise<Response>;

export type Played = { example: Example; status: number; answer: unknown };

/** Makes every call of the story with values from earlier answers. */
export async function playStory(call: Caller, api: Api): Promise<Played[]> {
  const values: Record<string, string> = {};
  const played: Played[] = [];
  for (const part of STORY) {
    if ('prepare' in part) {
      Object.assign(values, await PREPARATIONS[part.prepare](api, values));
      continue;
    }
    const { status, text } = await call(part, values);
    const answer = text === '' ? null : JSON.parse(text);
    if (part.gives !== undefined) values[part.gives] = (answer as { id: string }).id;
    played.push({ example: part, status, answer: steady(answer) });
  }
  return played;
}

export function filled(text: string, values: Values): string {
  return text.replace(/\$([A-Z]+)/g, (name, word) => values[word] ?? name);
}

/** Prepares the next call, and returns the values for later calls by name. */
const PREPARATIONS: Record<Preparation['prepare'], (api: Api, values: Values) => Promise<Values>> = {
  submit: async (api) => ({ JOB: await submit(api) }),
  'poll twice': async (api, { JOB }) => {
    for (let times = 0; times < 2; times += 1) await api(`/v1/jobs/${JOB}`, {});
    return {};
  },
  refused: async (api) => ({ REQUEST: await beRefused(api) }),
};

async function submit(api: Api): Promise<string> {
  const face = fixtures.face('afro');
  const upload = {
    method: 'POST',
    headers: { 'Content-Type': 'image/webp' },
    body: new Uint8Array(face.bytes('image/webp')),
  };
  const { id: asset_id } = (await (await api('/v1/assets', upload)).json()) as { id: string };
  const body = JSON.stringify({ inputs: [{ asset_id, role: 'source' }], concerns: ['acne'] });
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'story' };
  const job = await api('/v1/skin/analyses', { method: 'POST', headers, body });
  return ((await job.json()) as { id: string }).id;
}

async function beRefused(api: Api): Promise<string> {
  const answer = await api('/v1/jobs/job_unknown', {});
  return ((await answer.json()) as { error: { request_id: string } }).error.request_id;
}

/** Fixed values for what differs from run to run: real durations and times, and headers of the client. */
const STEADY: Readonly<Record<string, unknown>> = {
  took: 1,
  requestHeaders: {},
  'Service-Signature': 't=1767225600,v1=5257a869…',
  base_string: '1767225600.{"id":"evt_…"}',
  value: '5257a869…',
};

/** Whether it is the address of a port that the system chose. */
function isOwnPort(value: unknown): boolean {
  return typeof value === 'string' && /^http:\/\/127\.0\.0\.1:\d{4,5}\/$/.test(value);
}

/** Replaces what differs from run to run. */
function steady(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(steady);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (name in STEADY) return [name, STEADY[name]];
      return [name, isOwnPort(member) ? 'http://127.0.0.1:40123/' : steady(member)];
    }),
  );
}
