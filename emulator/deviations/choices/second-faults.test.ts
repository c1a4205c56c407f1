import { describe, expect, it } from 'vitest';
import { withChoices } from '../../../shared/questions/places.ts';
import type { EmulatorOptions } from '../../index.ts';
import { type Client, emulatorFor, facePng, type Reply } from '../../testing/client.ts';

/** A request that one choice refuses; a second fault is added to it. */
type Faulty = {
  method: string;
  path: string;
  query?: string;
  headers?: Record<string, string>;
  json?: Record<string, unknown>;
  body?: Uint8Array;
};
type SecondFault =
  | 'none'
  | 'an unknown key'
  | 'no scope'
  | 'a bad field'
  | 'a bad parameter'
  | 'a body that is too large';

const SCOPELESS = 'pk_test_scopeless';
const OPTIONS: EmulatorOptions = {
  accounts: [{ name: 'demo', keys: [{ secret: 'pk_test_demo' }, { secret: SCOPELESS, scopes: [] }] }],
};
const ALL: readonly SecondFault[] = ['an unknown key', 'no scope', 'a bad field', 'a body that is too large'];
const ON_LISTS: readonly SecondFault[] = ['an unknown key', 'a bad parameter'];
const ALONE: readonly SecondFault[] = ['an unknown key'];

const LIPSTICK = { category: 'lipstick', color: '#a1304a' };
const makeup = (count: number, headers = {}): Faulty => ({
  method: 'POST',
  path: '/v1/makeup/try-ons',
  headers: { 'Idempotency-Key': 'key', ...headers },
  json: { inputs: [{ asset_id: 'asset_none', role: 'source' }], products: Array(count).fill(LIPSTICK) },
});
const upload = (headers: Record<string, string>, body: Uint8Array): Faulty => ({
  method: 'POST',
  path: '/v1/assets',
  headers: { 'Content-Type': 'image/png', ...headers },
  body,
});
const read = (path: string, query = ''): Faulty => ({ method: 'GET', path, query });
const INVERTED = 'created_gte=2026-01-02T00:00:00Z&created_lt=2026-01-01T00:00:00Z';
const face = await facePng();

/** Choices that refuse a request, with the second faults that the service checks before them or in the same place. */
const ROWS: readonly [question: string, choice: unknown, faulty: Faulty, faults: readonly SecondFault[]][] = [
  ['max_products', 2, makeup(3), ALL],
  ['repeated_category', 'refuse', makeup(2), ALL],
  [
    'submit_type_parameters',
    'refuse',
    makeup(1, { 'Content-Type': 'application/json; charset=utf-8' }),
    ['an unknown key', 'no scope', 'a body that is too large'],
  ],
  ['chunked_request', 411, makeup(1, { 'Transfer-Encoding': 'chunked' }), ['an unknown key', 'no scope']],
  ['chunked_request', 411, upload({ 'Transfer-Encoding': 'chunked' }, face), ALONE],
  ['upload_type_parameters', 'refuse', upload({ 'Content-Type': 'image/png; q=1' }, face), ALONE],
  [
    'upload_type_parameters',
    'refuse',
    upload({ 'Content-Type': 'image/png; q=1' }, new Uint8Array(11 * 1024 * 1024)),
    ['a body that is too large'],
  ],
  ['idempotency_key_on_upload', 'refuse', upload({ 'Idempotency-Key': 'key' }, face), ALONE],
  ['malformed_id', 400, read('/v1/jobs/none'), ALONE],
  ['unknown_query_parameter', 'refuse', read('/v1/credits/balance', 'x=1'), ALONE],
  ['usage_parameters', 'none', read('/v1/usage', 'from=2026-01-01'), ON_LISTS],
  ['body_on_cancel', 'refuse', { method: 'DELETE', path: '/v1/jobs/job_none', body: face }, ALONE],
  ['idempotency_key_on_cancel', 'refuse', { ...makeup(1), path: '/v1/jobs/job_none/cancel' }, ALONE],
  ['scope_or_existence', 'scope_first', { method: 'DELETE', path: '/v1/jobs/job_none' }, ALONE],
  ['empty_cursor', 'invalid_request', read('/v1/assets', 'cursor='), ON_LISTS],
  ['inverted_range', 'refuse', read('/v1/assets', INVERTED), ON_LISTS],
  ['malformed_job_id', 400, read('/v1/assets', 'job_id=none'), ON_LISTS],
  ['list_of_unknown_job', 404, read('/v1/assets', 'job_id=job_none'), ON_LISTS],
  ['list_of_unknown_job', 400, read('/v1/assets', 'job_id=job_none'), ON_LISTS],
  ['jobs_list_parameters', 'limit_and_cursor', read('/v1/jobs', 'status=queued'), ON_LISTS],
];

function sent(client: Client, faulty: Faulty, fault: SecondFault): Promise<Reply> {
  const { method, path, query = '', headers = {}, json, body } = faulty;
  const key = fault === 'an unknown key' ? 'pk_test_unknown' : fault === 'no scope' ? SCOPELESS : 'pk_test_demo';
  const target = fault === 'a bad parameter' ? `${path}?${query}&color=red` : `${path}?${query}`;
  const filler = fault === 'a body that is too large' ? { more: 'x'.repeat(70_000) } : {};
  const bad = fault === 'a bad field' ? { more: 1 } : filler;
  return client.call(method, target, {
    key,
    headers,
    ...(json !== undefined && { json: { ...json, ...bad } }),
    ...(body !== undefined && { body }),
  });
}

const CASES = ROWS.flatMap(([question, choice, faulty, faults]) =>
  faults.map((fault) => [question, choice, fault, faulty] as const),
);
const placesIn = ({ body }: Reply): string[] =>
  (body.error.details?.fields ?? []).map(({ path }: Reply['body']) => path);

describe('a request with a second fault', () => {
  it.each(CASES)('is refused under %s: %s as without it: %s', async (question, choice, fault, faulty) => {
    const usual = await sent((await emulatorFor(OPTIONS)).client, faulty, fault);
    const chosen = await sent((await emulatorFor(withChoices(OPTIONS, { [question]: choice }))).client, faulty, fault);
    expect(usual.status).toBeGreaterThanOrEqual(400);
    expect([chosen.status, chosen.body.error.code]).toEqual([usual.status, usual.body.error.code]);
    expect(placesIn(chosen)).toEqual(expect.arrayContaining(placesIn(usual)));
  });

  it.each([
    ['max_products', 2, makeup(3)],
    ['repeated_category', 'refuse', makeup(2)],
    ['submit_type_parameters', 'refuse', makeup(1, { 'Content-Type': 'application/json; charset=utf-8' })],
  ] as const)('claims its key under %s: %s if refused requests do', async (question, choice, faulty) => {
    const choices = { [question]: choice, refused_request_claims_key: 'claimed' };
    const { client } = await emulatorFor(withChoices(OPTIONS, choices));
    expect((await client.call('POST', faulty.path, faulty)).status).toBe(400);
    const { method, path, headers = {}, json } = makeup(1);
    const inputs = [{ asset_id: (await client.upload()).body.id, role: 'source' }];
    expect((await client.call(method, path, { headers, json: { ...json, inputs } })).status).toBe(409);
  });

  it.each([
    [
      'check_order.size_and_media_type',
      'type_first',
      upload({ 'Content-Type': 'text/plain' }, face),
      /but must be image/,
    ],
    ['usage_parameters', 'none', read('/v1/usage', 'from=2026-01-01&from=2026-01-01'), /is given twice/],
  ] as const)(
    'is refused under %s: %s with the message of the check that refuses it',
    async (name, choice, faulty, words) => {
      const { client } = await emulatorFor(withChoices(OPTIONS, { [name]: choice }));
      expect((await sent(client, faulty, 'none')).body.error.message).toMatch(words);
    },
  );

  it('in a cancel is refused for its key before its scope, if both are checked', async () => {
    const readings = { scope_or_existence: 'scope_first', idempotency_key_on_cancel: 'refuse' } as const;
    const { client } = await emulatorFor({ ...OPTIONS, readings });
    const cancel = { method: 'POST', path: '/v1/jobs/job_none/cancel', headers: { 'Idempotency-Key': 'key' } };
    expect((await sent(client, cancel, 'no scope')).status).toBe(400);
  });

  it('in the key is refused before its body is read, whatever is chosen for answers', async () => {
    const { emulator } = await emulatorFor({ ...OPTIONS, readings: { json_spacing: 'indented' } });
    let asked = 0;
    const body = new ReadableStream({
      type: 'bytes',
      pull: (controller) => {
        asked += 1;
        controller.enqueue(new Uint8Array(1024));
        if (asked === 3) controller.close();
      },
    });
    const init = { method: 'DELETE', body, duplex: 'half', headers: { 'X-API-Key': 'pk_test_unknown' } } as RequestInit;
    expect((await emulator.fetch('/v1/jobs/job_none', init)).status).toBe(401);
    expect(asked).toBe(0);
  });
});
