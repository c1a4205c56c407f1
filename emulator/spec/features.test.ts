import { describe, expect, it } from 'vitest';
import { emulatorFor, type Reply } from '../testing/client.ts';

const KEY = { live: 'pk_live_demo', test: 'pk_test_demo' };
const OUTSIDE = { live: 'pk_live_outside', test: 'pk_test_outside' };
const SCOPELESS = { live: 'pk_live_scopeless', test: 'pk_test_scopeless' };
const keys = [
  ...Object.values(KEY).map((secret) => ({ secret })),
  ...Object.values(OUTSIDE).map((secret) => ({ secret, networks: ['203.0.113.0/24'] })),
  ...Object.values(SCOPELESS).map((secret) => ({ secret, scopes: [] })),
];

/** The operations of each feature, on existing things, and their answers if the feature is on. */
const FEATURES = {
  lists: ['GET /v1/assets 200', 'GET /v1/jobs 200', 'GET /v1/jobs?limit=0 400'],
  cancel: ['POST /v1/jobs/JOB/cancel 200', 'POST /v1/jobs/DONE/cancel 409'],
  delete: ['DELETE /v1/assets/ASSET 204', 'DELETE /v1/jobs/DONE 204', 'DELETE /v1/jobs/job_unknown 404'],
  credits: ['GET /v1/credits/balance 200'],
};
type Feature = keyof typeof FEATURES;
const NAMES = Object.keys(FEATURES) as Feature[];
const CASES = NAMES.flatMap((feature) => [
  { feature, off: 'live', on: 'test' } as const,
  { feature, off: 'test', on: 'live' } as const,
]);

/** A world without a feature, and a function that calls its operations on things of a key. */
async function worldWithout(feature: Feature, environment: 'live' | 'test', owner: string) {
  const features = { [environment]: { [feature]: false } };
  const { emulator, client } = await emulatorFor({ accounts: [{ name: 'demo', features, keys }] });
  const done = (await client.submitOn('makeup.apply', { key: owner })).body.id;
  await emulator.clock.advance('4s');
  const job = (await client.submitOn('makeup.apply', { key: owner })).body.id;
  const asset = (await client.upload({ key: owner })).body.id;
  const call = (operation: string, key: string) => {
    const [method = '', path = ''] = operation.split(' ');
    return client.call(method, path.replace('JOB', job).replace('DONE', done).replace('ASSET', asset), { key });
  };
  return { client, call };
}

/** Everything that a caller can see of an answer, except for the request id and the date. */
function seen({ status, headers, text }: Reply) {
  const shown = [...headers].filter(([name]) => name !== 'date').sort();
  return { status, headers: shown, text: text.replace(/req_[0-9a-z]+/, 'req_*') };
}

describe.each(CASES)('1 $feature off in $off', ({ feature, off, on }) => {
  it('answers every key like an unknown path, byte for byte, and changes nothing', async () => {
    const { client, call } = await worldWithout(feature, off, KEY[off]);
    const unknown = seen(await client.get('/v1/nothing-of-the-kind', { key: KEY[off] }));
    expect(unknown).toMatchObject({ status: 404, text: expect.stringContaining('"code":"NOT_FOUND"') });
    for (const key of [KEY[off], OUTSIDE[off], SCOPELESS[off]])
      for (const operation of FEATURES[feature]) expect(seen(await call(operation, key))).toEqual(unknown);
    const left = ['GET /v1/jobs/JOB', 'GET /v1/jobs/DONE', 'GET /v1/assets/ASSET'].map((read) => call(read, KEY[off]));
    expect((await Promise.all(left)).map(({ body }) => body.status)).toEqual(['queued', 'succeeded', undefined]);
  });

  it.each([
    [`leaves it on in ${on}`, on, [feature]],
    ['leaves every other feature on', off, NAMES.filter((other) => other !== feature)],
  ] as const)('%s', async (_, environment, left) => {
    const { call } = await worldWithout(feature, off, KEY[environment]);
    for (const operation of left.flatMap((name) => FEATURES[name])) {
      const { status, body } = await call(operation, KEY[environment]);
      expect([operation, body?.error?.code]).not.toEqual([operation, 'NOT_FOUND']);
      expect(`${operation.replace(/ \d+$/, '')} ${status}`).toBe(operation);
    }
  });
});

describe('1 an unknown path', () => {
  it.each([
    ...['GET /v1/nothing-of-the-kind', 'GET /', 'GET /v1', 'GET /v2/jobs', 'GET /v1/jobs/job_1/output'],
    ...['GET /v1/usage/', 'GET /v1/Jobs', 'PUT /v1/assets', 'PATCH /v1/jobs/job_1', 'POST /v1/usage', 'POST /v1/jobs'],
    ...['POST /v1/credits/balance', 'POST /v1/assets/asset_1/content', 'GET /v1/skin/analyses'],
    ...['GET /assets', 'GET /jobs', 'GET /usage', 'GET /credits/balance', 'GET /v2/usage', 'GET /v1.0/usage'],
    ...['GET /v1/jobs/job_1/cancel', 'DELETE /v1/assets', 'DELETE /v1/makeup/try-ons', 'OPTIONS /v1/jobs'],
  ])('%s is 404 for every key, before any key is checked (readings 21, 22)', async (line) => {
    const { client } = await emulatorFor({ accounts: [{ name: 'demo', keys }] });
    const [method = '', path = ''] = line.split(' ');
    const expected = seen(await client.call(method, '/v1/unknown', { key: KEY.live }));
    expect(expected).toMatchObject({ status: 404, text: expect.stringContaining('"code":"NOT_FOUND"') });
    for (const key of [null, '', 'pk_live_unknown', KEY.live, OUTSIDE.live, SCOPELESS.test])
      expect(seen(await client.call(method, path, { key }))).toEqual(expected);
  });

  it('is 404 while keys cannot be checked', async () => {
    const { client } = await emulatorFor({ unreadable: { key_store: true } });
    expect((await client.get('/v1/nothing-of-the-kind', { key: KEY.live })).status).toBe(404);
    expect((await client.get('/v1/usage', { key: KEY.live })).status).toBe(503);
  });
});
