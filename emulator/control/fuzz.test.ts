import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emulatorFor } from '../testing/client.ts';
import { oddText } from '../testing/odd-text.ts';
import { CONTROL_ROUTES } from './routes.ts';

const oddWord = fc.oneof(
  oddText(20),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    '',
    '8m',
    '-1s',
    'P',
    'now',
    'idle',
    'default',
    '\u0000',
    '💥',
    '*',
  ),
);
const oddNumber = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(1e308, 2 ** 53, -1, 0.1, 8.64e15 + 1));
const deep = fc.integer({ min: 2, max: 2_000 }).map((depth) => JSON.parse('[['.repeat(depth) + ']]'.repeat(depth)));
const { value: anything } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    oddWord,
    oddNumber,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(oddWord, tie('value'), { maxKeys: 3 }),
  ),
}));

/** Names that the control API knows, so that values get past the first check. */
const KNOWN = [
  ...['name', 'seed', 'clock', 'accounts', 'assets', 'plans', 'faults', 'mode', 'rate', 'by', 'to', 'until'],
  ...['match', 'nth', 'every', 'times', 'between', 'stages', 'hold_at', 'outcome', 'effect', 'request', 'exactly'],
  ...['adjust', 'threshold', 'test_funded', 'enforced', 'features', 'keys', 'credits', 'id', 'unit_costs'],
  ...['key_store_unreadable', 'admission_per_minute', 'job', 'status', 'after'],
];
/** A wait that the fuzz brings about must not last. */
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
const id = fc.oneof(
  oddWord.filter(isWellFormed).map((text) => encodeURIComponent(text) || '-'),
  fc.constantFrom('%E0%A4%A', '%', '%00', 'default', 'demo', 'job_1', 'a'.repeat(500)),
);

const calls = fc.record({ route: fc.constantFrom(...CONTROL_ROUTES), id, query, bytes });

describe('the control API under fuzz', () => {
  it('answers each call, never with a 5xx, and the world works afterwards', async () => {
    const unexpected: unknown[] = [];
    const { emulator, client } = await emulatorFor({ onUnexpected: (error) => unexpected.push(error) });
    const wrong: string[] = [];
    await fc.assert(
      fc.asyncProperty(calls, async ({ route, id: given, query: asked, bytes: sent }) => {
        const path = route.path.replace(/:\w+/, given);
        const reply = await client.call(route.method, `/_emulator/v1${path}${asked}`, {
          headers: { 'Content-Type': 'application/json' },
          key: null,
          ...(route.method !== 'GET' && { body: sent }),
        });
        const isRefusal = reply.status >= 400 && typeof reply.body?.error?.message === 'string';
        if (reply.status !== route.status && !isRefusal) wrong.push(`${route.method} ${path}: ${reply.status}`);
        return reply.status < 500;
      }),
      { numRuns: 1_500, seed: 20_260_101 },
    );
    expect(unexpected).toEqual([]);
    expect(wrong).toEqual([]);
    expect(({} as Record<string, unknown>)['by']).toBeUndefined();

    emulator.reset();
    const { body: job } = await client.submitOn('skin.analyze');
    await emulator.clock.advance('1h');
    expect((await client.get(`/v1/jobs/${job.id}`)).body.status).toBe('succeeded');
  });
});

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
