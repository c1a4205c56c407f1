import fc from 'fast-check';
import { CONTROL_ROUTES } from '../../emulator/control/routes.ts';
import type { Client } from '../../emulator/testing/client.ts';
import { anything, deep, oddId, oddWord } from './odd-values.ts';

/** Names that the control API knows, so that values get past the first check. */
const KNOWN = [
  ...['name', 'seed', 'clock', 'accounts', 'assets', 'plans', 'faults', 'mode', 'rate', 'by', 'to', 'until'],
  ...['match', 'nth', 'every', 'times', 'between', 'stages', 'hold_at', 'outcome', 'effect', 'request', 'exactly'],
  ...['adjust', 'threshold', 'test_funded', 'enforced', 'features', 'keys', 'credits', 'id', 'unit_costs'],
  ...['key_store_unreadable', 'admission_per_minute', 'job', 'status', 'after'],
];
/** Limits waits, so that the fuzz does not block. */
const body = fc.dictionary(fc.constantFrom(...KNOWN, '__proto__'), anything, { maxKeys: 4 }).map((fields) => {
  const waits = 'request' in fields || 'job' in fields;
  return waits ? { timeout: 1, ...fields } : fields;
});
const bytes = fc.oneof(
  body.map((value) => JSON.stringify(value)),
  anything.map((value) => JSON.stringify(value) ?? ''),
  deep.map((value) => `{"by":${JSON.stringify(value)}}`),
  fc.constantFrom('{', '[1,', '{"by":1e999}', '{"__proto__":{"by":"1s"}}', 'nul', '"8m"', '{"by":["8m"]}', '{"to":{}}'),
  fc.uint8Array({ maxLength: 40 }),
);
const query = fc.oneof(
  fc.constant(''),
  fc
    .dictionary(fc.oneof(fc.constantFrom('status', 'ignore', 'key', 'path', '__proto__'), oddWord), oddWord, {
      maxKeys: 3,
    })
    .map((fields) => `?${new URLSearchParams(fields)}`),
  fc.string({ unit: 'grapheme-ascii', maxLength: 20 }).map((text) => `?${text.replaceAll('#', '')}`),
);
/** Calls of every route of the control API, with almost valid and with arbitrary input. */
export const controlCalls = fc.record({ route: fc.constantFrom(...CONTROL_ROUTES), id: oddId, query, bytes });

type ControlCall = typeof controlCalls extends fc.Arbitrary<infer Call> ? Call : never;

/** Returns what is wrong with the answer to a call, or null. */
export async function controlFault(client: Client, { route, id, query: asked, bytes: sent }: ControlCall) {
  const path = route.path.replace(/:\w+/, id);
  const { status, body: said } = await client.call(route.method, `/_emulator/v1${path}${asked}`, {
    headers: { 'Content-Type': 'application/json' },
    key: null,
    ...(route.method !== 'GET' && { body: sent }),
  });
  const isRefusal = status >= 400 && status < 500 && typeof said?.error?.message === 'string';
  return status === route.status || isRefusal ? null : `${route.method} ${path} answers ${status}`;
}
