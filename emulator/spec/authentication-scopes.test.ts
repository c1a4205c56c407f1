import { beforeEach, describe, expect, it } from 'vitest';
import type { Emulator } from '../index.ts';
import { type Client, emulatorFor, REQUESTS, type Reply } from '../testing/client.ts';

const SCOPES = ['skin.analyze', 'makeup.apply', 'hair.apply'] as const;
const NEEDED = { 'skin.analyze': 'skin.analyze', 'makeup.apply': 'makeup.apply', 'hair.try_on': 'hair.apply' } as const;
const OPERATIONS = Object.keys(NEEDED) as (keyof typeof NEEDED)[];

const ALL = 'pk_test_all';
const NONE = 'pk_test_none';
const only = (scope: string) => `pk_test_${scope.replace('.', '_')}`;
const allBut = (scope: string) => `pk_test_not_${scope.replace('.', '_')}`;

const KEYS = [
  { secret: ALL },
  { secret: NONE, scopes: [] },
  ...SCOPES.map((scope) => ({ secret: only(scope), scopes: [scope] })),
  ...SCOPES.map((scope) => ({ secret: allBut(scope), scopes: SCOPES.filter((other) => other !== scope) })),
];

let emulator: Emulator;
let client: Client;

beforeEach(async () => {
  ({ emulator, client } = await emulatorFor({ accounts: [{ name: 'demo', keys: KEYS }] }));
});

const cancel = (id: string, key: string) => client.call('POST', `/v1/jobs/${id}/cancel`, { key });
const remove = (id: string, key: string) => client.call('DELETE', `/v1/jobs/${id}`, { key });
const statusOf = async (id: string) => (await client.get(`/v1/jobs/${id}`, { key: ALL })).body.status;

function expectNoScope(reply: Reply): void {
  expect(reply.status).toBe(403);
  expect(reply.body.error).toMatchObject({ code: 'INSUFFICIENT_SCOPE', retryable: false });
  expect(reply.headers.get('retry-after')).toBeNull();
}

describe.each(OPERATIONS)('5.4 the scope of %s', (operation) => {
  const scope = NEEDED[operation];

  it('admits a submission, and no other scope does', async () => {
    expect((await client.submitOn(operation, { key: only(scope) })).body).toMatchObject({ operation });
    for (const key of [allBut(scope), NONE]) expectNoScope(await client.submitOn(operation, { key }));
    expect((await client.get('/v1/jobs', { key: NONE })).body.data).toHaveLength(1);
  });

  it.each([
    ['cancel', cancel, '0s', 200, 'queued'],
    ['delete', remove, '4s', 204, 'succeeded'],
  ] as const)('admits a %s and its repeat, and no other scope does', async (_, call, wait, status, untouched) => {
    const { id } = (await client.submitOn(operation, { key: ALL })).body;
    await emulator.clock.advance(wait);
    for (const key of [allBut(scope), NONE]) expectNoScope(await call(id, key));
    expect(await statusOf(id)).toBe(untouched);
    for (const _time of [1, 2]) expect((await call(id, only(scope))).status).toBe(status);
    for (const key of [allBut(scope), NONE]) expectNoScope(await call(id, key));
  });
});

describe('5.4 any valid key', () => {
  it('without a scope reads everything and works with assets', async () => {
    const job = await client.submitOn('makeup.apply', { key: ALL });
    await emulator.clock.advance('4s');
    const done = await client.get(`/v1/jobs/${job.body.id}`, { key: NONE });
    expect(done.body.status).toBe('succeeded');
    const input = await client.upload({ key: NONE });
    expect(input.status).toBe(201);
    const answers = await Promise.all(
      [
        '/v1/assets',
        `/v1/assets/${input.body.id}`,
        done.body.output.image.href,
        '/v1/jobs',
        '/v1/usage',
        '/v1/credits/balance',
      ].map((path) => client.get(path, { key: NONE })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect((await client.call('DELETE', `/v1/assets/${input.body.id}`, { key: NONE })).status).toBe(204);
  });

  it('without the scope is told that a job is not there before anything of scopes (reading 64)', async () => {
    const replies = [await cancel('job_unknown', NONE), await remove('job_unknown', NONE)];
    for (const { status, body } of replies) expect([status, body.error.code]).toEqual([404, 'JOB_NOT_FOUND']);
  });

  it('carries no scope from one operation to another with the same body', async () => {
    const asset = await client.upload({ key: ALL });
    const body = { ...REQUESTS['skin.analyze'].body, inputs: [{ asset_id: asset.body.id, role: 'source' }] };
    expectNoScope(await client.submit('/v1/makeup/try-ons', body, { key: only('skin.analyze') }));
    expect((await client.submit('/v1/skin/analyses', body, { key: only('skin.analyze') })).status).toBe(202);
  });
});
