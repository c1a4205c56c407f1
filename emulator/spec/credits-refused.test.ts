import { describe, expect, it } from 'vitest';
import type { EmulatorOptions } from '../index.ts';
import { type Client, emulatorFor } from '../testing/client.ts';
import { LIVE, refusal, refusalOf } from '../testing/steps.ts';

type Credits = NonNullable<NonNullable<EmulatorOptions['accounts']>[number]['credits']>;

const TEST = 'pk_test_demo';
const TOO_FEW = refusal(402, 'INSUFFICIENT_CREDITS');

const worldWith = (credits: Credits, options: EmulatorOptions = {}) =>
  emulatorFor({ accounts: [{ name: 'demo', credits, keys: [{ secret: LIVE }, { secret: TEST }] }], ...options });

const hair = (client: Client, key = LIVE) => client.submitOn('hair.try_on', { key });
const availableIn = async (client: Client) =>
  (await client.get('/v1/credits/balance', { key: LIVE })).body.available_units;

describe('7 402 INSUFFICIENT_CREDITS', () => {
  it.each([
    ['as many units as it costs', { granted: 2 }, true],
    ['one unit fewer', { granted: 1 }, false],
    ['none', { granted: 0 }, false],
    ['fewer than none', { granted: -5 }, false],
    ['as many spendable units', { granted: 12, test_funded: 10 }, true],
    ['enough units of which one too many is test-funded', { granted: 12, test_funded: 11 }, false],
    ['only test-funded units', { granted: 10, test_funded: 10 }, false],
    ['none, where nothing is enforced', { granted: 0, enforced: false }, true],
    ['only test-funded units, where nothing is enforced', { granted: 2, test_funded: 2, enforced: false }, true],
  ])('is decided for an account with %s', async (_, credits, accepted) => {
    const { client } = await worldWith(credits);
    const before = await availableIn(client);
    const reply = await hair(client);
    if (accepted) expect(reply.status).toBe(202);
    else expect(refusalOf(reply)).toEqual(TOO_FEW);
    expect(await availableIn(client)).toBe(accepted ? before - 2 : before);
  });

  it('makes no job, counts nothing and asks for no retry', async () => {
    const { client } = await worldWith({ granted: 1 });
    const reply = await hair(client);
    expect(refusalOf(reply)).toEqual(TOO_FEW);
    expect(reply.body.error.retryable).toBe(false);
    expect(reply.headers.get('retry-after')).toBeNull();
    expect((await client.get('/v1/jobs', { key: LIVE })).body.data).toEqual([]);
    expect((await client.get('/v1/usage', { key: LIVE })).body.data).toEqual([]);
  });

  it('does not claim the Idempotency-Key (reading 60)', async () => {
    const { client, emulator } = await worldWith({ granted: 0 });
    const submit = () => client.submitOn('makeup.apply', { key: LIVE, idempotencyKey: 'one' });
    expect(refusalOf(await submit())).toEqual(TOO_FEW);
    emulator.credits.adjust({ units: 1 });
    expect((await submit()).status).toBe(202);
  });

  it('depends on the cost of the operation', async () => {
    const { client } = await worldWith({ granted: 1 });
    expect(refusalOf(await hair(client))).toEqual(TOO_FEW);
    expect((await client.submitOn('skin.analyze', { key: LIVE })).status).toBe(202);
    expect(refusalOf(await client.submitOn('makeup.apply', { key: LIVE }))).toEqual(TOO_FEW);
  });

  it('counts held units as spent, and released ones as there again', async () => {
    const { client } = await worldWith({ granted: 3 });
    const first = await hair(client);
    expect(first.status).toBe(202);
    expect(refusalOf(await hair(client))).toEqual(TOO_FEW);
    await client.call('POST', `/v1/jobs/${first.body.id}/cancel`, { key: LIVE });
    expect((await hair(client)).status).toBe(202);
  });

  it('is never met by a test key (reading 26)', async () => {
    const { client } = await worldWith({ granted: -100, test_funded: 50 });
    expect((await hair(client, TEST)).status).toBe(202);
    expect(refusalOf(await hair(client))).toEqual(TOO_FEW);
  });
});

describe('2.5 an account whose credits are not enforced', () => {
  it('goes below zero, and comes further down with each job (reading 24)', async () => {
    const { client, emulator } = await worldWith({ granted: 1, enforced: false });
    for (const available of [-1, -3]) {
      expect((await hair(client)).status).toBe(202);
      expect(await availableIn(client)).toBe(available);
    }
    await emulator.clock.advance('4s');
    const { body } = await client.get('/v1/credits/balance', { key: LIVE });
    expect(body).toMatchObject({ settled_units: -3, held_units: 0, available_units: -3, spendable_units: -3 });
  });
});

describe('4.4 a ledger that cannot be read', () => {
  const unreadable = () => worldWith({}, { unreadable: { ledger: true } });
  const UNAVAILABLE = refusal(503, 'SERVICE_UNAVAILABLE');

  it.each([LIVE, TEST])('is a 503 on the balance, never a balance of zero: %s', async (key) => {
    const { client } = await unreadable();
    const reply = await client.get('/v1/credits/balance', { key });
    expect(refusalOf(reply)).toEqual(UNAVAILABLE);
    expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(Object.keys(reply.body)).toEqual(['error']);
  });

  it('is a 503 on a live submission, which makes no job', async () => {
    const { client } = await unreadable();
    const reply = await hair(client);
    expect(refusalOf(reply)).toEqual(UNAVAILABLE);
    expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect((await client.get('/v1/jobs', { key: LIVE })).body.data).toEqual([]);
  });

  it('is nothing to a test submission, to its replay and to its reads', async () => {
    const { client } = await unreadable();
    const job = await client.submitOn('makeup.apply', { key: TEST, idempotencyKey: 'one' });
    expect(job.status).toBe(202);
    const body = { inputs: job.body.inputs, products: [{ category: 'lipstick', color: '#a1304a' }] };
    const again = await client.submit('/v1/makeup/try-ons', body, { key: TEST, idempotencyKey: 'one' });
    expect([again.status, again.body.id]).toEqual([200, job.body.id]);
    expect((await client.get(`/v1/jobs/${job.body.id}`, { key: TEST })).status).toBe(200);
  });

  it('is nothing to uploads, reads, lists and usage', async () => {
    const { client } = await unreadable();
    const asset = await client.upload({ key: LIVE });
    expect(asset.status).toBe(201);
    const paths = [`/v1/assets/${asset.body.id}`, '/v1/assets', '/v1/jobs', '/v1/usage'];
    const replies = await Promise.all(paths.map((path) => client.get(path, { key: LIVE })));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});
