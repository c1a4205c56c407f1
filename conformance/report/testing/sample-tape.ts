import type { Answer, BodyRecord, Exchange, ReceivedHook } from '../../effects/http/exchange.ts';
import type { TapeEntry } from '../../effects/tape.ts';

export const BASE_URL = 'https://api.acme.test';
export const START = Date.UTC(2026, 10, 20, 9, 30);

type Sketch = {
  ask: string;
  send?: unknown;
  status?: number;
  header?: Record<string, string>;
  body?: unknown;
  took?: number;
};

/** An exchange as the harness records it, from the few details that matter to a test. */
export function exchange({ ask, send, status = 200, header = {}, body, took = 12 }: Sketch): TapeEntry {
  const [method = 'GET', path = '/'] = ask.split(' ');
  const answer: Answer = {
    status,
    headers: [['Content-Type', 'application/json'], ...Object.entries(header)],
    body: record(body),
  };
  return {
    kind: 'exchange',
    exchange: { ...request(method, path, send), answer, silence: null, detail: null, at: START, took },
  };
}

export function silentExchange(ask: string): TapeEntry {
  const [method = 'GET', path = '/'] = ask.split(' ');
  const none = { answer: null, silence: 'closed', detail: 'ECONNRESET', at: START, took: 3 } as const;
  return { kind: 'exchange', exchange: { ...request(method, path, undefined), ...none } };
}

function request(method: string, path: string, send: unknown): Pick<Exchange, 'request'> {
  const headers: Record<string, string> = { 'X-API-Key': '<primary>' };
  if (send !== undefined) headers['Content-Type'] = 'application/json';
  return { request: { method, url: `${BASE_URL}${path}`, headers, body: record(send) } };
}

function record(body: unknown): BodyRecord {
  return body === undefined ? { kind: 'none' } : { kind: 'text', text: JSON.stringify(body) };
}

const NOW = '2026-11-20T09:30:00Z';
const job = {
  ...{ id: 'job_7Kq2', operation: 'skin.analyze', status: 'queued', created_at: NOW, updated_at: NOW },
  ...{ completed_at: null, inputs: [{ asset_id: 'asset_9fA1', role: 'face' }], output: null, error: null },
};
const cancelled = { ...job, status: 'cancelled', completed_at: '2026-11-20T09:30:01Z' };

const upload: TapeEntry = {
  kind: 'exchange',
  exchange: {
    request: {
      method: 'POST',
      url: `${BASE_URL}/v1/assets`,
      headers: { 'X-API-Key': '<primary>', 'Content-Type': 'image/jpeg' },
      body: {
        ...{ kind: 'bytes', size: 48_211, sha256: '5d41402abc4b2a76b9719d911017c592'.repeat(2), fixture: 'afro' },
        image: { media_type: 'image/jpeg', width: 640, height: 800, decodable: true },
      },
    },
    answer: { status: 201, headers: [['Content-Type', 'application/json']], body: record({ id: 'asset_9fA1' }) },
    silence: null,
    detail: null,
    at: START,
    took: 31,
  },
};

/** A cancel whose tag differs from the one in the next read. */
export const cancelTape: TapeEntry[] = [
  upload,
  { kind: 'drive', call: 'jobs.script', input: { hold_at: 'queued' }, outcome: { output: null } },
  exchange({
    ask: 'POST /v1/skin/analyses',
    send: { inputs: job.inputs, concerns: ['acne', 'redness'] },
    status: 202,
    header: { Location: '/v1/jobs/job_7Kq2', 'Retry-After': '1' },
    body: job,
  }),
  exchange({ ask: 'POST /v1/jobs/job_7Kq2/cancel', header: { ETag: '"c-1"' }, body: cancelled }),
  exchange({ ask: 'GET /v1/jobs/job_7Kq2', header: { ETag: '"c-2"' }, body: cancelled, took: 8 }),
  { kind: 'waited', milliseconds: 1000, outcome: 'done' },
];

const ANOTHER = { ...job, id: 'job_8Lr3', note: '<script>alert("&\'")</script>' };

/** A replay that creates a second job, with markup in the target's answers. */
export const replayTape: TapeEntry[] = [
  exchange({ ask: 'POST /v1/makeup/try-ons', send: { products: [] }, status: 202, body: job }),
  exchange({ ask: 'POST /v1/makeup/try-ons', send: { products: [] }, status: 202, body: ANOTHER }),
];

const DELIVERY: ReceivedHook = {
  ...{ hook: 'sink', method: 'POST', path: '/h/1', headers: [['Service-Event-Id', 'evt_1']] },
  ...{ raw: { text: '{"id":"evt_1"}' }, at: START, target_at: START, reply: '500' },
};

/** Deliveries, a read of the clock, a drive that is refused, and an answer that never arrived. */
export const hookTape: TapeEntry[] = [
  { kind: 'drive', call: 'clock.advance', input: { by: 60_000 }, outcome: { refused: 'no clock', absent: true } },
  { kind: 'now', at: START },
  { kind: 'hooks', hook: 'sink', received: [DELIVERY], observed_until: START + 60_000 },
  silentExchange('GET /v1/usage'),
];
