import { describe, expect, it } from 'vitest';
import { emulatorFor, REQUESTS, type Reply } from '../testing/client.ts';
import { idsOf, invalid, LIVE, refusal, refusalOf, UNTIL } from '../testing/steps.ts';

const OPERATIONS = ['skin.analyze', 'makeup.apply', 'hair.try_on'] as const;
type Operation = (typeof OPERATIONS)[number];

const REUSED = refusal(409, 'IDEMPOTENCY_KEY_REUSED');
const DELETED = refusal(410, 'JOB_DELETED');
const ACCOUNTS = {
  accounts: [
    {
      name: 'demo',
      keys: [{ secret: LIVE }, { secret: 'pk_live_rotated' }, { secret: 'pk_test_demo' }],
      credits: { granted: 10 },
    },
    { name: 'other', keys: [{ secret: 'pk_live_other' }] },
  ],
};

/** Submits to one emulator, always under one Idempotency-Key and on one asset, so that only what is said differs. */
async function underOneKey(operation: Operation, options: Parameters<typeof emulatorFor>[0] = {}) {
  const { emulator, client } = await emulatorFor({ ...ACCOUNTS, ...options });
  const asset = (await client.upload({ key: LIVE })).body.id;
  const inputs = [{ asset_id: asset, role: 'source' }];
  const { path, body } = REQUESTS[operation];
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'one' };
  const sendText = (text: string, at = path) => client.call('POST', at, { key: LIVE, headers, body: text });
  const send = (change: object = {}, at = path) => sendText(JSON.stringify({ inputs, ...body, ...change }), at);
  return { emulator, client, asset, inputs, body, path, send, sendText };
}

function expectReplay(first: Reply, again: Reply): void {
  expect(again.status).toBe(200);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.headers.get('location')).toBe(`/v1/jobs/${first.body.id}`);
  expect(again.body.id).toBe(first.body.id);
}

describe('4.2 idempotency, the same request', () => {
  it.each(OPERATIONS)('of %s answers 200 with the same job, and makes no other', async (operation) => {
    const { client, send } = await underOneKey(operation);
    const first = await send();
    const again = await send();
    expectReplay(first, again);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(idsOf(await client.get('/v1/jobs', { key: LIVE }))).toEqual([first.body.id]);
  });

  it('is charged and counted once', async () => {
    const { client, send } = await underOneKey('hair.try_on');
    await send();
    await send();
    const balance = await client.get('/v1/credits/balance', { key: LIVE });
    expect(balance.body).toMatchObject({ held_units: 2, available_units: 8 });
    const usage = await client.get('/v1/usage', { key: LIVE });
    expect(usage.body.data).toEqual([{ date: '2026-01-01', operation: 'hair.try_on', accepted: 1 }]);
  });

  it('shows the present state of the job, and Retry-After until it has ended', async () => {
    const { emulator, client, send } = await underOneKey('makeup.apply');
    const first = await send();
    for (const [wait, status, retryAfter] of [
      [UNTIL.queued, 'queued', '1'],
      [UNTIL.processing, 'running', '1'],
      [UNTIL.ended, 'succeeded', null],
    ] as const) {
      await emulator.clock.advance(wait);
      const again = await send();
      expectReplay(first, again);
      expect([again.body.status, again.headers.get('retry-after')]).toEqual([status, retryAfter]);
      expect(again.text).toBe((await client.get(`/v1/jobs/${first.body.id}`, { key: LIVE })).text);
    }
  });

  it.each<[string, Operation, (text: string) => string]>([
    ['the order of its members', 'skin.analyze', (text) => JSON.stringify(reversed(JSON.parse(text)))],
    ['the order of its members', 'makeup.apply', (text) => JSON.stringify(reversed(JSON.parse(text)))],
    ['the order of its members', 'hair.try_on', (text) => JSON.stringify(reversed(JSON.parse(text)))],
    ['whitespace', 'makeup.apply', (text) => ` ${JSON.stringify(JSON.parse(text), null, 3)}\n`],
    ['escapes', 'makeup.apply', (text) => text.replace('lipstick', '\\u006cipstick')],
    ['number spelling', 'hair.try_on', (text) => text.replace('0.5', '5.0e-1')],
    ['the order of concerns', 'skin.analyze', (text) => text.replace('"acne","redness"', '"redness","acne"')],
    ['an opacity left out or 1', 'makeup.apply', (text) => text.replace('#a1304a"', '#a1304a","opacity":1')],
    ['an opacity left out or 1.0', 'hair.try_on', (text) => text.replace('#203040"', '#203040","opacity":1.0')],
  ])('may differ in %s (%s)', async (_, operation, respell) => {
    const { inputs, body, sendText } = await underOneKey(operation);
    const text = JSON.stringify({ inputs, ...body });
    expect(respell(text)).not.toBe(text);
    expectReplay(await sendText(text), await sendText(respell(text)));
  });

  it('may leave out visualizations or name none', async () => {
    const { send } = await underOneKey('skin.analyze');
    expectReplay(await send({ visualizations: undefined }), await send({ visualizations: [] }));
  });
});

describe('4.2 idempotency, another request under the same key', () => {
  it.each<[string, Operation, object]>([
    ['other concerns', 'skin.analyze', { concerns: ['acne'] }],
    ['more concerns', 'skin.analyze', { concerns: ['acne', 'redness', 'pore'] }],
    ['another visualization', 'skin.analyze', { visualizations: [{ concern: 'acne', kind: 'visual' }] }],
    ['no visualization', 'skin.analyze', { visualizations: [] }],
    ['another category', 'makeup.apply', { products: [{ category: 'lip_liner', color: '#a1304a' }] }],
    ['another color', 'makeup.apply', { products: [{ category: 'lipstick', color: '#a1304b' }] }],
    ['another opacity', 'makeup.apply', { products: [{ category: 'lipstick', color: '#a1304a', opacity: 0.9 }] }],
    [
      'colors exchanged',
      'hair.try_on',
      { color_gradient: { dark: { color: '#8090a0', opacity: 0.5 }, light: { color: '#203040' } } },
    ],
  ])('with %s is refused (%s)', async (_, operation, change) => {
    const { client, send } = await underOneKey(operation);
    const first = await send();
    expect(refusalOf(await send(change))).toEqual(REUSED);
    expectReplay(first, await send());
    expect(idsOf(await client.get('/v1/jobs', { key: LIVE }))).toEqual([first.body.id]);
  });

  it('with the products in another order is refused', async () => {
    const { send } = await underOneKey('makeup.apply');
    const products = [
      { category: 'foundation', color: '#caa184' },
      { category: 'lipstick', color: '#a1304a' },
    ];
    const first = await send({ products });
    expect(refusalOf(await send({ products: products.toReversed() }))).toEqual(REUSED);
    expectReplay(first, await send({ products }));
  });

  it('on another asset is refused, also of the same bytes', async () => {
    const { client, send } = await underOneKey('makeup.apply');
    await send();
    const other = await client.upload({ key: LIVE });
    expect(refusalOf(await send({ inputs: [{ asset_id: other.body.id, role: 'source' }] }))).toEqual(REUSED);
  });

  it('on another route is refused', async () => {
    const { inputs, send, sendText } = await underOneKey('makeup.apply');
    await send();
    const { path, body } = REQUESTS['skin.analyze'];
    expect(refusalOf(await sendText(JSON.stringify({ inputs, ...body }), path))).toEqual(REUSED);
  });
});

describe('4.2 idempotency, whose key it is', () => {
  it('is shared by the keys of one account and environment', async () => {
    const { client, inputs, body, path, send } = await underOneKey('makeup.apply');
    const first = await send();
    const options = { key: 'pk_live_rotated', idempotencyKey: 'one' };
    expectReplay(first, await client.submit(path, { inputs, ...body }, options));
  });
});

describe('4.2 idempotency, after the job is deleted', () => {
  it.each<[string, object]>([
    ['the same request', {}],
    ['another request', { products: [{ category: 'lipstick', color: '#000000' }] }],
  ])('%s answers 410, and goes on answering it', async (_, change) => {
    const { emulator, client, send } = await underOneKey('makeup.apply');
    const first = await send();
    await client.call('POST', `/v1/jobs/${first.body.id}/cancel`, { key: LIVE });
    expectReplay(first, await send());
    await client.call('DELETE', `/v1/jobs/${first.body.id}`, { key: LIVE });
    expect(refusalOf(await send(change))).toEqual(DELETED);
    await emulator.clock.advance('30d');
    expect(refusalOf(await send(change))).toEqual(DELETED);
  });
});

describe('4.2 idempotency, a request that is refused', () => {
  it('for its body does not claim its key', async () => {
    const { send } = await underOneKey('makeup.apply');
    expect(refusalOf(await send({ products: [] }))).toEqual(invalid('products'));
    expect((await send()).status).toBe(202);
  });

  it('for its input does not claim its key', async () => {
    const { send } = await underOneKey('makeup.apply');
    const refused = await send({ inputs: [{ asset_id: 'asset_never', role: 'source' }] });
    expect(refusalOf(refused)).toEqual(refusal(404, 'ASSET_NOT_FOUND'));
    expect((await send()).status).toBe(202);
  });
});

/** The same value with the members of every object in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, reversed(inner)]),
  );
}
