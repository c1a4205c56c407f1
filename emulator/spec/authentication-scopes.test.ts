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

  it('admits a submission', async () => {
    const reply = await client.submitOn(operation, { key: only(scope) });
    expect(reply.status).toBe(202);
    expect(reply.body.operation).toBe(operation);
  });

  it.each([allBut(scope), NONE])('keeps %s from a submission', async (key) => {
    expectNoScope(await client.submitOn(operation, { key }));
    expect((await client.get('/v1/jobs', { key })).body.data).toEqual([]);
  });

  it('admits a cancel', async () => {
    const job = await client.submitOn(operation, { key: ALL });
    const reply = await cancel(job.body.id, only(scope));
    expect(reply.status).toBe(200);
    expect(reply.body.status).toBe('cancelled');
  });

  it.each([allBut(scope), NONE])('keeps %s from a cancel, and the job goes on', async (key) => {
    const job = await client.submitOn(operation, { key: ALL });
    expectNoScope(await cancel(job.body.id, key));
    expect(await statusOf(job.body.id)).toBe('queued');
  });

  it('admits a delete and its repeat', async () => {
    const job = await client.submitOn(operation, { key: ALL });
    await emulator.clock.advance('4s');
    expect((await remove(job.body.id, only(scope))).status).toBe(204);
    expect((await remove(job.body.id, only(scope))).status).toBe(204);
    expect((await client.get(`/v1/jobs/${job.body.id}`, { key: ALL })).status).toBe(404);
  });

  it.each([allBut(scope), NONE])('keeps %s from a delete and from its repeat', async (key) => {
    const job = await client.submitOn(operation, { key: ALL });
    await emulator.clock.advance('4s');
    expectNoScope(await remove(job.body.id, key));
    expect(await statusOf(job.body.id)).toBe('succeeded');
    await remove(job.body.id, ALL);
    expectNoScope(await remove(job.body.id, key));
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
