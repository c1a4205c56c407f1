/** An exchange in a test: `GET /v1/jobs/job_1`, its answer, and what differs from the default entry. */
export type Said = {
  status?: number;
  body?: unknown;
  send?: unknown;
  key?: string | null;
  headers?: Readonly<Record<string, string>>;
  /** When it begins, in milliseconds after the base time, and how long it takes. */
  at?: number;
  took?: number;
  entry?: object;
  content?: object;
  base?: string;
};

export type SaidExchange = readonly [request: string, said: Said];

export const KEY = 'pk_test_observed_key';
const BASE = 'http://127.0.0.1:8080';

/** A HAR as a tool would write it. Entries are 100 ms apart unless a test specifies otherwise. */
export function har(...said: readonly SaidExchange[]): string {
  const entries = said.map(([request, one], index) => entryOf(request, { at: index * 100, ...one }));
  return JSON.stringify({ log: { version: '1.2', entries } });
}

function entryOf(request: string, said: Said): object {
  const { status = 200, body, send, key = KEY, headers = {}, at = 0, took = 5, entry, content, base = BASE } = said;
  const [method = '', path = ''] = request.split(' ');
  const sent = send === undefined ? undefined : JSON.stringify(send);
  const text = body === undefined ? '' : JSON.stringify(body);
  const all = {
    ...(key !== null && { 'X-API-Key': key }),
    ...(sent !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  };
  return {
    startedDateTime: new Date(Date.UTC(2026, 0, 1) + at).toISOString(),
    time: took,
    request: {
      method,
      url: `${base}${path}`,
      headers: Object.entries(all).map(([name, value]) => ({ name, value })),
      ...(sent !== undefined && { postData: { mimeType: 'application/json', text: sent } }),
    },
    response: {
      status,
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      content: content ?? { size: Buffer.byteLength(text), text },
    },
    ...entry,
  };
}
