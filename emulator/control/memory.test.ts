import { describe, expect, it } from 'vitest';
import { noRoomIn } from '../domain/memory/no-room.ts';
import { AdvanceFailed, type EmulatorOptions } from '../index.ts';
import { emulatorFor, REQUESTS } from '../testing/client.ts';
import { createFakeWallClock } from '../testing/fake-wall-clock.ts';
import { FACE, openWorld, otherFace, withMemory } from '../testing/open-world.ts';
import { createInstantImages } from '../testing/pictures/gated-images.ts';

const MAKEUP = REQUESTS['makeup.apply'];

describe('the memory in use', () => {
  it('is reported by health with the limits, and in code', async () => {
    const { emulator, client, control } = await withMemory({ worlds: 3, picture_bytes: '1MB' });
    await client.upload();
    emulator.snapshots.save('one');
    await emulator.worlds.create();
    const { memory } = (await control('GET', '/health')).body;
    expect(memory.held).toMatchObject({ worlds: 2, snapshots: 1, picture_bytes: FACE, journal_entries: 1 });
    expect(memory.bounds).toMatchObject({ worlds: 3, snapshots: 1_000, picture_bytes: 1024 ** 2 });
    expect(memory).toEqual(emulator.memory.read());
  });
});

describe('an emulator with the maximum number of worlds or snapshots', () => {
  it('refuses another world with 507, also one for an account, until one is removed', async () => {
    const { emulator, control, held } = await withMemory({ worlds: 2 });
    expect((await control('POST', '/worlds', { name: 'side' })).status).toBe(201);
    const world = await control('POST', '/worlds', {});
    const account = await control('POST', '/accounts', { own_clock: true });
    for (const { status, body } of [world, account]) {
      expect(status).toBe(507);
      expect(body.error.message).toContain('no room for more worlds: 2 used, 1 more needed, limit 2; remove some');
    }
    await expect(emulator.worlds.create()).rejects.toThrow(/memory\.worlds, --memory worlds=N/);
    await control('DELETE', '/worlds/side');
    expect(held().worlds).toBe(1);
    expect((await control('POST', '/accounts', { own_clock: true })).status).toBe(201);
  });

  it('refuses another snapshot with 507, but accepts the replacement of one', async () => {
    const { control } = await withMemory({ snapshots: 1 });
    const save = async (name: string) => (await control('POST', `/snapshots/${name}`)).status;
    expect([await save('one'), await save('two'), await save('one')]).toEqual([201, 507, 201]);
    await control('DELETE', '/snapshots/one');
    expect(await save('two')).toBe(201);
  });

  it('does not start if its configuration has more worlds', async () => {
    await expect(emulatorFor({ memory: { worlds: 2 }, worlds: { a: {}, b: {} } })).rejects.toThrow(
      /no room for more worlds/,
    );
  });
});

describe('an emulator with the maximum number of records', () => {
  /** A running job, and no room for what its end adds. */
  async function withJobUnderWay(clock: 'frozen' | 'auto' = 'frozen') {
    const fill = async (memory: EmulatorOptions['memory']) => {
      const opened = await withMemory(memory, { clock });
      opened.emulator.accounts.create({ id: 'spare' });
      const { body: job } = await opened.client.submitOn('makeup.apply');
      return { ...opened, job };
    };
    const { records } = (await fill({})).held();
    return fill({ records });
  }

  it('stops an advance with 507 before the limit, and reports its progress; the next one continues when there is room', async () => {
    const { emulator, client, control, job, held } = await withJobUnderWay();
    const { status, body } = await control('POST', '/clock/advance', { by: '1h' });
    expect(status).toBe(507);
    expect(body.error.message).toContain(
      `stage of ${job.id}, due at 2026-01-01T00:00:04.000Z, could not be done: there is no room`,
    );
    expect(body.error.advance).toMatchObject({ now: '2026-01-01T00:00:04.000Z', next_due: '2026-01-01T00:00:04.000Z' });
    expect(body.error.advance.fired).toHaveLength(3);
    await expect(emulator.clock.advance('1h')).rejects.toThrow(AdvanceFailed);
    expect(held().records).toBeLessThanOrEqual(emulator.memory.read().bounds.records);
    expect((await client.get(`/v1/jobs/${job.id}`)).body.status).toBe('running');
    emulator.accounts.remove('spare');
    expect((await control('POST', '/clock/advance', { by: '1h' })).body.fired).toHaveLength(1);
    expect((await client.get(`/v1/jobs/${job.id}`)).body.status).toBe('succeeded');
  });

  it('refuses what adds records: submissions, uploads, accounts, plans and snapshots', async () => {
    const { client, control, job } = await withJobUnderWay();
    expect((await client.upload()).status).toBe(503);
    expect((await client.submit(MAKEUP.path, { inputs: job.inputs, ...MAKEUP.body })).status).toBe(503);
    expect((await control('POST', '/accounts', {})).status).toBe(507);
    expect((await control('POST', '/plans', {})).status).toBe(507);
    expect((await control('POST', '/snapshots/full')).status).toBe(507);
  });

  it('refuses to load a snapshot that is larger than the world, but not one of the same size', async () => {
    const { emulator, client, control } = await withMemory({ records: 60 });
    for (let number = 0; number < 5; number += 1) await client.upload({ body: await otherFace(number) });
    emulator.snapshots.save('five');
    const load = async () => (await control('POST', '/snapshots/five/load')).status;
    expect(await load()).toBe(200);
    emulator.reset();
    while (emulator.memory.read().held.records < 58) emulator.plans.add({});
    emulator.plans.clear();
    expect(await load()).toBe(200);
    emulator.reset();
    const other = await emulator.worlds.create();
    while (emulator.memory.read().held.records < 58) other.plans.add({});
    expect(await load()).toBe(507);
    await emulator.worlds.remove(other.name);
    expect(await load()).toBe(200);
  });

  it('answers polls in auto mode, where time then stops', async () => {
    const { client, job } = await withJobUnderWay('auto');
    for (let poll = 0; poll < 6; poll += 1) expect((await client.get(`/v1/jobs/${job.id}`)).status).toBe(200);
    expect((await client.get(`/v1/jobs/${job.id}`)).body.status).toBe('running');
  });
});

describe('a running clock without room for what is due', () => {
  it('stops, reports it once, and continues when there is room', async () => {
    const fill = async (memory: EmulatorOptions['memory']) => {
      const wall = createFakeWallClock();
      const opened = await openWorld({ clock: 'running', memory }, { wall, images: createInstantImages() });
      opened.emulator.accounts.create({ id: 'spare' });
      const { body: job } = await opened.client.submitOn('makeup.apply');
      return { ...opened, wall, job };
    };
    const { emulator: probe } = await fill({});
    const { emulator, client, wall, job, unexpected } = await fill({ records: probe.memory.read().held.records });
    const status = async () => (await client.get(`/v1/jobs/${job.id}`)).body.status;
    for (let second = 0; second < 10; second += 1) {
      wall.moveBy(1_000);
      expect(['queued', 'running']).toContain(await status());
    }
    expect(unexpected.map((error) => noRoomIn(error)?.shortage.kind)).toEqual(['records']);
    emulator.accounts.remove('spare');
    expect(await status()).toBe('succeeded');
  });
});

describe('journals that reach their common limit', () => {
  it('drop the oldest exchanges first, of whichever world', async () => {
    const { emulator, client, held } = await withMemory({ journal_entries: 3 });
    const other = await emulator.worlds.create();
    const key = other.keys.test ?? '';
    await client.get('/v1/usage');
    await client.get('/v1/usage', { key });
    for (const path of ['/v1/credits/balance', '/v1/assets']) await client.get(path);
    expect(emulator.journal.find().map(({ serial, path }) => [serial, path])).toEqual([
      [2, '/v1/credits/balance'],
      [3, '/v1/assets'],
    ]);
    expect(other.journal.find()).toHaveLength(1);
    await emulator.worlds.remove(other.name);
    expect(held().journal_entries).toBe(2);
  });

  it('also drop exchanges beyond a number of bytes', async () => {
    const { emulator, client, held } = await withMemory({ journal_bytes: '4KB' });
    for (let time = 0; time < 20; time += 1) await client.get('/v1/usage');
    expect(held().journal_bytes).toBeLessThanOrEqual(4_096);
    const kept = emulator.journal.find();
    expect(kept.length).toBeGreaterThan(1);
    expect(kept.at(-1)?.serial).toBe(20);
    emulator.reset();
    expect([held().journal_bytes, held().journal_entries]).toEqual([0, 0]);
  });
});
