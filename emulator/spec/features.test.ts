import { describe, expect, it } from 'vitest';
import { emulatorFor, type Reply } from '../testing/client.ts';

const KEY = { live: 'pk_live_demo', test: 'pk_test_demo' };
const OUTSIDE_KEY = { live: 'pk_live_outside', test: 'pk_test_outside' };
const SCOPELESS_KEY = { live: 'pk_live_scopeless', test: 'pk_test_scopeless' };
const KEYS = [
  ...Object.values(KEY).map((secret) => ({ secret })),
  ...Object.values(OUTSIDE_KEY).map((secret) => ({ secret, networks: ['203.0.113.0/24'] })),
  ...Object.values(SCOPELESS_KEY).map((secret) => ({ secret, scopes: [] })),
];

type Things = { job: string; done: string; asset: string };

/** Each operation of a feature, on things that are there, and how it answers where the feature is on. */
const FEATURES = {
  lists: [
    ['GET', () => '/v1/assets', 200],
    ['GET', () => '/v1/jobs', 200],
    ['GET', () => '/v1/jobs?limit=0', 400],
  ],
  cancel: [
    ['POST', ({ job }: Things) => `/v1/jobs/${job}/cancel`, 200],
    ['POST', ({ done }: Things) => `/v1/jobs/${done}/cancel`, 409],
  ],
  delete: [
    ['DELETE', ({ asset }: Things) => `/v1/assets/${asset}`, 204],
    ['DELETE', ({ done }: Things) => `/v1/jobs/${done}`, 204],
    ['DELETE', () => '/v1/jobs/job_unknown', 404],
  ],
  credits: [['GET', () => '/v1/credits/balance', 200]],
} as const;

const CASES = (Object.keys(FEATURES) as (keyof typeof FEATURES)[]).flatMap((feature) => [
  { feature, off: 'live', on: 'test' } as const,
  { feature, off: 'test', on: 'live' } as const,
]);

async function worldWithout(feature: string, environment: string) {
  const features = { [environment]: { [feature]: false } };
  const { emulator, client } = await emulatorFor({ accounts: [{ name: 'demo', features, keys: KEYS }] });
  const make = async (key: string): Promise<Things> => {
    const done = await client.submitOn('makeup.apply', { key });
    await emulator.clock.advance('4s');
    const job = await client.submitOn('makeup.apply', { key });
    return { job: job.body.id, done: done.body.id, asset: (await client.upload({ key })).body.id };
  };
  return { client, make };
}

/** All that a caller can see of an answer, but for the request id and the date. */
function seen({ status, headers, text }: Reply) {
  const shown = [...headers].filter(([name]) => name !== 'date').sort();
  return { status, headers: shown, text: text.replace(/req_[0-9a-z]+/, 'req_*') };
}

describe.each(CASES)('1 $feature off in $off', ({ feature, off, on }) => {
  it.each([
    ['a good key', KEY],
    ['a key outside its networks', OUTSIDE_KEY],
    ['a key without a scope', SCOPELESS_KEY],
  ])('answers %s as an unknown path does, byte for byte', async (_, keys) => {
    const { client, make } = await worldWithout(feature, off);
    const things = await make(KEY[off]);
    for (const [method, path] of FEATURES[feature]) {
      const reply = await client.call(method, path(things), { key: keys[off] });
      expect([reply.status, reply.body.error.code]).toEqual([404, 'NOT_FOUND']);
      expect(seen(reply)).toEqual(seen(await client.call(method, '/v1/nothing-of-the-kind', { key: keys[off] })));
    }
    const job = await client.get(`/v1/jobs/${things.job}`, { key: KEY[off] });
    expect(job.body.status).toBe('queued');
    expect((await client.get(`/v1/jobs/${things.done}`, { key: KEY[off] })).status).toBe(200);
    expect((await client.get(`/v1/assets/${things.asset}`, { key: KEY[off] })).status).toBe(200);
  });

  it(`leaves it on in ${on}`, async () => {
    const { client, make } = await worldWithout(feature, off);
    const things = await make(KEY[on]);
    for (const [method, path, status] of FEATURES[feature]) {
      const reply = await client.call(method, path(things), { key: KEY[on] });
      expect(reply.status).toBe(status);
      expect(reply.body?.error?.code).not.toBe('NOT_FOUND');
    }
  });

  it('leaves every other feature on', async () => {
    const { client, make } = await worldWithout(feature, off);
    const things = await make(KEY[off]);
    const others = (Object.keys(FEATURES) as (keyof typeof FEATURES)[]).filter((other) => other !== feature);
    for (const [method, path, status] of others.flatMap((other) => [...FEATURES[other]])) {
      expect((await client.call(method, path(things), { key: KEY[off] })).status).toBe(status);
    }
  });
});

describe('1 what is not there', () => {
  const UNKNOWN = [
    ['an unknown path', 'GET', '/v1/nothing-of-the-kind'],
    ['the root', 'GET', '/'],
    ['the prefix alone', 'GET', '/v1'],
    ['another version', 'GET', '/v2/jobs'],
    ['a path with more at its end', 'GET', '/v1/jobs/job_1/output'],
    ['a slash at the end', 'GET', '/v1/usage/'],
    ['another case', 'GET', '/v1/Jobs'],
    ['PUT on a known path', 'PUT', '/v1/assets'],
    ['PATCH on a known path', 'PATCH', '/v1/jobs/job_1'],
    ['POST where GET is served', 'POST', '/v1/usage'],
    ['POST on the job list', 'POST', '/v1/jobs'],
    ['POST on the balance', 'POST', '/v1/credits/balance'],
    ['POST on content', 'POST', '/v1/assets/asset_1/content'],
    ['GET where POST is served', 'GET', '/v1/skin/analyses'],
    ['GET on a cancel', 'GET', '/v1/jobs/job_1/cancel'],
    ['DELETE on a list', 'DELETE', '/v1/assets'],
    ['DELETE on a submission', 'DELETE', '/v1/makeup/try-ons'],
    ['OPTIONS on a known path', 'OPTIONS', '/v1/jobs'],
  ] as const;

  it.each(UNKNOWN)(
    '%s is 404 for every key, before any key is looked at (readings 21, 22)',
    async (_, method, path) => {
      const { client } = await emulatorFor({ accounts: [{ name: 'demo', keys: KEYS }] });
      const callers = [null, '', 'pk_live_unknown', KEY.live, OUTSIDE_KEY.live, SCOPELESS_KEY.test];
      const expected = seen(await client.call(method, '/v1/unknown', { key: KEY.live }));
      expect(expected.status).toBe(404);
      expect(expected.text).toContain('"code":"NOT_FOUND"');
      for (const key of callers) expect(seen(await client.call(method, path, { key }))).toEqual(expected);
    },
  );

  it('is 404 while keys cannot be checked', async () => {
    const { client } = await emulatorFor({ unreadable: { key_store: true } });
    expect((await client.get('/v1/nothing-of-the-kind', { key: KEY.live })).status).toBe(404);
    expect((await client.get('/v1/usage', { key: KEY.live })).status).toBe(503);
  });
});
