import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEmulator } from '../index.ts';
import { clientOf, emulatorFor, facePng, REQUESTS } from '../testing/client.ts';
import { openWorld } from '../testing/open-world.ts';

const START = '2026-03-01T00:00:00.000Z';

async function withBlue() {
  const { emulator, client } = await emulatorFor();
  const blue = await emulator.worlds.create({ name: 'blue', seed: 'blue', clock: { mode: 'frozen', start: START } });
  return { emulator, client, blue, key: blue.keys.test ?? '' };
}

describe('Worlds', () => {
  it('are created with their own account, keys and name', async () => {
    const { emulator, blue } = await withBlue();
    expect(blue.keys).toEqual({ live: 'pk_live_blue', test: 'pk_test_blue' });
    expect(blue.clock.now()).toBe(START);
    expect(blue.accounts.list()).toEqual(['blue']);
    const unnamed = await emulator.worlds.create();
    expect(emulator.worlds.list().map(({ name }) => name)).toEqual(['default', 'blue', unnamed.name]);
    expect(emulator.worlds.get('blue')).toBe(blue);
    expect(emulator.worlds.get('green')).toBeUndefined();
  });

  it('get different names when several are created at the same time without one', async () => {
    const { emulator } = await emulatorFor();
    const made = await Promise.all([emulator.worlds.create(), emulator.worlds.create(), emulator.worlds.create()]);
    expect(new Set(made.map(({ name }) => name)).size).toBe(3);
    expect(emulator.worlds.list()).toHaveLength(4);
  });

  it('have accounts, clock, plans, faults, switches and a journal that no other world sees', async () => {
    const { emulator, client, blue, key } = await withBlue();
    const before = emulator.clock.now();
    blue.plans.add({ outcome: { status: 'failed', code: 'PROCESSING_FAILED' }, times: null });
    const { body: failing } = await client.submitOn('makeup.apply', { key });
    const { body: fine } = await client.submitOn('makeup.apply');
    await blue.clock.advance('1m');
    expect(emulator.clock.now()).toBe(before);
    await emulator.clock.advance('1m');
    expect(blue.jobs.list().map(({ id, status }) => [id, status])).toEqual([[failing.id, 'failed']]);
    expect(emulator.jobs.list().map(({ id, status }) => [id, status])).toEqual([[fine.id, 'succeeded']]);

    blue.faults.add({ effect: { kind: 'error' }, times: null });
    blue.switches.set({ admission_per_minute: 3 });
    expect((await client.get('/v1/usage', { key })).status).toBe(503);
    expect((await client.get('/v1/usage')).status).toBe(200);
    expect(emulator.switches.read().admission_per_minute).toBeNull();
    expect([emulator.plans.list(), emulator.faults.list()]).toEqual([[], []]);
    expect(blue.journal.find().map(({ status }) => status)).toEqual([201, 202, 503]);
    expect(emulator.journal.find().map(({ status }) => status)).toEqual([201, 202, 200]);
    expect((await client.get(`/v1/jobs/${failing.id}`)).status).toBe(404);
  });

  it('are selected by Emulator-World rather than by the key, in both APIs', async () => {
    const { client, key } = await withBlue();
    const headers = { 'Emulator-World': 'blue' };
    expect((await client.get('/v1/usage', { key, headers })).headers.get('Emulator-Now')).toBe(START);
    expect((await client.get('/v1/usage', { headers })).body.error.code).toBe('INVALID_API_KEY');
    expect((await client.get('/_emulator/v1/clock', { key: null, headers })).body.now).toBe(START);
    expect((await client.get('/_emulator/v1/clock', { key })).body.now).toBe(START);
    expect((await client.get('/_emulator/v1/clock', { key: null })).body.now).not.toBe(START);
  });

  it('refuse a request that names a world that does not exist', async () => {
    const { client } = await withBlue();
    const headers = { 'Emulator-World': 'green' };
    const api = await client.get('/v1/usage', { headers });
    expect([api.status, api.body.error.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(api.body.error.message).toContain('Emulator-World');
    const control = await client.get('/_emulator/v1/clock', { headers });
    expect([control.status, control.body.error.message]).toEqual([404, 'there is no world green']);
  });

  it('refuse a control call with a key that no world has, and explain what happened to it', async () => {
    const { emulator, client, key } = await withBlue();
    const plans = (name: string | null) => client.call('POST', '/_emulator/v1/plans', { key: name, json: {} });
    const strange = await plans('pk_live_elsewhere_1234');
    const remedy = 'in X-API-Key: send the key of a world, or no key for the default world';
    expect([strange.status, strange.body.error.message]).toEqual([404, `no world has the key pk_live_…1234 ${remedy}`]);
    await emulator.worlds.remove('blue');
    const gone = await plans(key);
    const message = `the world blue was removed, and with it the key pk_test_… ${remedy}`;
    expect([gone.status, gone.body.error.message]).toEqual([404, message]);
    expect([(await plans('')).status, (await client.call('POST', '/_emulator/v1/reset', { key })).status]).toEqual([
      404, 404,
    ]);
    expect(emulator.plans.list()).toEqual([]);
    const recreated = await emulator.worlds.create({ name: 'blue' });
    expect([(await plans(key)).status, recreated.plans.list().length]).toEqual([201, 1]);
    expect([(await plans(null)).status, emulator.plans.list().length]).toEqual([201, 1]);
  });

  it('are created and listed with any key, which selects no world', async () => {
    const { client } = await emulatorFor();
    const json = { accounts: [{ name: 'mine', keys: [{ secret: 'pk_live_mine' }] }] };
    const key = 'pk_live_mine';
    expect((await client.call('POST', '/_emulator/v1/worlds', { key, json })).status).toBe(201);
    expect((await client.get('/_emulator/v1/worlds', { key: 'pk_live_nobody' })).body).toHaveLength(2);
  });

  it.each([
    ['a name that is taken', { name: 'blue' }, 409, 'the world blue already exists'],
    ['the name of the default world', { name: 'default' }, 409, 'the world default already exists'],
    [
      'a key that another world has',
      { name: 'green', accounts: [{ name: 'green', keys: [{ secret: 'pk_live_blue' }] }] },
      400,
      'accounts: the key pk_live_blue already exists',
    ],
    [
      'a key twice',
      { accounts: [{ name: 'green', keys: [{ secret: 'pk_live_g' }, { secret: 'pk_live_g' }] }] },
      400,
      'accounts[0].keys[1].secret: "pk_live_g" already exists',
    ],
    ['a field that is not known', { sed: 'a' }, 400, 'sed: is not a known field; did you mean seed?'],
  ])('refuse %s, and are unchanged', async (_, json, status, message) => {
    const { emulator, client } = await withBlue();
    const refused = await client.call('POST', '/_emulator/v1/worlds', { json });
    expect(refused.status).toBe(status);
    expect(refused.body.error.message).toContain(message);
    await expect(emulator.worlds.create(json as never)).rejects.toThrow(message);
    expect(emulator.worlds.list().map(({ name }) => name)).toEqual(['default', 'blue']);
    expect((await client.get('/v1/usage', { key: 'pk_live_blue' })).status).toBe(200);
  });

  it('are found by a key that another world had before, and not found after a reset', async () => {
    const { emulator, client, blue } = await withBlue();
    const key = 'pk_test_wanderer';
    const keys = { test: { environment: 'test', secret: key } } as const;
    const worldOf = async () => (await client.upload({ key })).status;
    blue.accounts.create({ id: 'guest', keys });
    expect(await worldOf()).toBe(201);
    blue.reset();
    expect(await worldOf()).toBe(401);
    const green = await emulator.worlds.create({ name: 'green', clock: 'frozen' });
    green.accounts.create({ id: 'guest', keys });
    expect(await worldOf()).toBe(201);
    expect(green.journal.find({ key })).toHaveLength(1);
    expect(() => blue.accounts.create({ id: 'guest', keys })).toThrow('already exists');
  });

  it('always include the default world', async () => {
    const { emulator, client } = await emulatorFor();
    await expect(emulator.worlds.remove('default')).rejects.toThrow(
      'the default world cannot be removed; reset it instead',
    );
    expect((await client.call('DELETE', '/_emulator/v1/worlds/default')).status).toBe(409);
  });

  it('leave nothing when they are removed: their keys are unknown and their name is available', async () => {
    const { emulator, client, key } = await withBlue();
    await client.submitOn('skin.analyze', { key });
    await emulator.worlds.remove('blue');
    expect((await client.get('/v1/usage', { key })).status).toBe(401);
    expect((await emulator.worlds.create({ name: 'blue' })).jobs.list()).toEqual([]);
    expect((await client.get('/v1/jobs', { key })).body.data).toEqual([]);
  });
});

describe('The bytes of a world', () => {
  it('are freed with it, even those kept by its snapshots, its initial state and its finished jobs', async () => {
    const { emulator, client, kept } = await openWorld();
    const face = await facePng();
    const key = 'pk_live_blue';
    const base64 = Buffer.from(face).toString('base64');
    const accounts = [{ name: 'blue', keys: [{ secret: key }] }];
    const blue = await emulator.worlds.create({ name: 'blue', clock: 'frozen', accounts, assets: [{ key, base64 }] });
    const { data } = (await client.get('/v1/assets', { key })).body;
    const { path, body } = REQUESTS['makeup.apply'];
    const { body: job } = await client.submit(
      path,
      { inputs: [{ asset_id: data[0].id, role: 'source' }], ...body },
      { key },
    );
    await blue.clock.advance('1m');
    blue.snapshots.save('done');
    expect(kept.size).toBe(2);
    expect((await client.call('DELETE', `/v1/assets/${data[0].id}`, { key })).status).toBe(204);
    expect((await client.call('DELETE', `/v1/jobs/${job.id}`, { key })).status).toBe(204);
    expect(kept.size).toBe(2);
    await emulator.worlds.remove('blue');
    expect([...kept]).toEqual([]);
  });

  it('are kept if another world has the same picture', async () => {
    const { emulator, client, kept } = await openWorld();
    await emulator.worlds.create({ name: 'blue' });
    await client.upload({ key: 'pk_live_blue' });
    await client.upload();
    await emulator.worlds.remove('blue');
    expect(kept.size).toBe(1);
  });
});

describe('worlds: and assets: of the configuration', () => {
  it('create every world completely, with its inputs from files and from base64', async () => {
    const face = await facePng();
    const file = join(await mkdtemp(join(tmpdir(), 'tryon-')), 'face.png');
    await writeFile(file, face);
    const assets = (key: string) => [
      { key, file },
      { key, base64: Buffer.from(face).toString('base64') },
    ];
    await using emulator = await createEmulator({
      listen: false,
      assets: assets('pk_live_demo'),
      worlds: {
        blue: {
          seed: 'blue',
          clock: { mode: 'frozen', start: START },
          stages: { queued: '5s' },
          readings: { retry_after: 3 },
          accounts: [{ name: 'shop', keys: [{ secret: 'pk_live_shop' }], credits: { granted: 7 } }],
          assets: assets('pk_live_shop'),
          plans: [{ hold_at: 'queued' }, { stages: { queued: '9s' } }],
          faults: [{ effect: { kind: 'error' }, nth: 99 }],
          unreadable: { ledger: true },
          emulator_now: false,
        },
      },
    });
    const client = clientOf(emulator);
    const blue = emulator.worlds.get('blue');
    expect(blue?.clock.read()).toEqual({ now: START, mode: 'frozen', rate: 1 });
    expect(blue?.keys).toEqual({ live: 'pk_live_shop', test: null });
    expect(blue?.switches.read().ledger_unreadable).toBe(true);
    expect(blue?.plans.list().map(({ plan }) => plan)).toMatchObject([{ holdAt: 'queued' }, { holdAt: null }]);
    expect(blue?.faults.list()).toHaveLength(1);
    for (const key of ['pk_live_demo', 'pk_live_shop']) {
      const { body } = await client.get('/v1/assets', { key });
      expect(body.data.map(({ size_bytes }: { size_bytes: number }) => size_bytes)).toEqual([face.length, face.length]);
    }
    const usage = await client.get('/v1/usage', { key: 'pk_live_shop' });
    expect([usage.status, usage.headers.has('Emulator-Now')]).toEqual([200, false]);
    blue?.switches.set({ ledger_unreadable: false });
    const balance = await client.get('/v1/credits/balance', { key: 'pk_live_shop' });
    expect(balance.body.available_units).toBe(7);
    const { headers } = await client.submitOn('makeup.apply', { key: 'pk_live_shop' });
    expect(headers.get('Retry-After')).toBe('3');
  });

  it.each([
    ['an asset of no key', { assets: [{ key: 'pk_live_nobody', base64: 'aGk=' }] }, 'assets[0].key: is not a key'],
    ['a file that is not there', { assets: [{ key: 'pk_live_demo', file: 'no/such.png' }] }, 'assets[0].file:'],
    ['bytes that are no image', { assets: [{ key: 'pk_live_demo', base64: 'aGk=' }] }, 'assets[0].base64:'],
    ['an asset without bytes', { assets: [{ key: 'pk_live_demo' }] }, 'must have either file or base64'],
    ['a second default world', { worlds: { default: {} } }, 'default'],
    [
      'a key of two worlds',
      { worlds: { blue: { accounts: [{ name: 'a', keys: [{ secret: 'pk_live_demo' }] }] } } },
      'the key pk_live_demo already exists',
    ],
  ])('are refused with %s', async (_, config, message) => {
    await expect(createEmulator({ listen: false, ...config })).rejects.toThrow(message);
  });
});
