import { describe, expect, it } from 'vitest';
import { takeSnapshot } from '../runtime/snapshots.ts';
import { emulatorFor } from '../testing/client.ts';
import { createFakeWallClock } from '../testing/fake-wall-clock.ts';
import { aMoment, imagesBehindGate, openWorld } from '../testing/open-world.ts';

const live = { key: 'pk_live_demo' };
const START = '2026-01-01T00:00:00.000Z';

describe('A snapshot', () => {
  it('restores the clock, pending timers and unfinished jobs, which continue in the same way', async () => {
    const { emulator, client } = await emulatorFor();
    const { body: first } = await client.submitOn('makeup.apply', live);
    await emulator.clock.advance('1800ms');
    const { body: second } = await client.submitOn('hair.try_on', live);
    await client.call('POST', `/v1/jobs/${first.id}/cancel`, live);
    const report = { name: 'half', at: '2026-01-01T00:00:01.800Z', jobs: 2, assets: 2 };
    expect(emulator.snapshots.save('half')).toEqual(report);

    const rest = async () => {
      const advanced = await emulator.clock.advance('10s');
      const { body: third } = await client.submitOn('skin.analyze', { ...live, idempotencyKey: 'third' });
      const jobs = await client.get('/v1/jobs', live);
      const balance = await client.get('/v1/credits/balance', live);
      return { advanced, third, jobs: jobs.text, balance: balance.text };
    };
    const once = await rest();
    expect(once.advanced.fired.map(({ ref }) => ref)).toEqual([first.id, ...Array(4).fill(second.id)]);
    expect(emulator.snapshots.load('half')).toEqual({ ...report, journal: 'kept' });
    expect(emulator.clock.now()).toBe(report.at);
    expect(emulator.jobs.list()).toMatchObject([
      { id: first.id, stage: 'preparing', cancel_requested: true },
      { id: second.id, stage: 'queued' },
    ]);
    expect(await rest()).toEqual(once);
    emulator.snapshots.load('half');
    expect(await rest()).toEqual(once);
  });

  it('restores the counts of plans and faults, the accounts, the credits and the switches', async () => {
    const { emulator, client } = await emulatorFor();
    emulator.plans.add({ nth: 2, outcome: { status: 'failed', code: 'PROCESSING_FAILED' } });
    emulator.faults.add({ match: { route: 'GET /v1/usage' }, every: 2, times: null, effect: { kind: 'error' } });
    const { keys } = emulator.accounts.create({ id: 'shop' });
    const secret = keys['live']?.secret ?? '';
    await client.submitOn('makeup.apply');
    await client.get('/v1/usage');
    const before = { plans: emulator.plans.list(), faults: emulator.faults.list() };
    emulator.snapshots.save('counted');

    const fails = async () => {
      const { body: job } = await client.submitOn('makeup.apply');
      await emulator.clock.advance('1m');
      return [emulator.jobs.read(job.id).status, (await client.get('/v1/usage')).status];
    };
    expect(await fails()).toEqual(['failed', 503]);
    emulator.plans.clear();
    emulator.faults.clear();
    emulator.accounts.remove('shop');
    emulator.credits.adjust({ units: -5 });
    emulator.switches.set({ admission_per_minute: 0 });
    emulator.snapshots.load('counted');
    expect({ plans: emulator.plans.list(), faults: emulator.faults.list() }).toEqual(before);
    expect(emulator.switches.read().admission_per_minute).toBeNull();
    expect((await client.get('/v1/usage', { key: secret })).status).toBe(503);
    expect((await client.get('/v1/credits/balance', live)).body.available_units).toBe(10_000);
    emulator.snapshots.load('counted');
    expect(await fails()).toEqual(['failed', 503]);
  });

  it('restores how time passed', async () => {
    const wall = createFakeWallClock();
    const { emulator } = await openWorld({ clock: { mode: 'running', start: START, rate: 2 } }, { wall });
    wall.moveBy(500);
    emulator.snapshots.save('running');
    emulator.clock.change({ mode: 'frozen', rate: 1 });
    wall.moveBy(60_000);
    emulator.snapshots.load('running');
    expect(emulator.clock.read()).toEqual({ now: '2026-01-01T00:00:01.000Z', mode: 'running', rate: 2 });
    wall.moveBy(1_000);
    expect(emulator.clock.now()).toBe('2026-01-01T00:00:03.000Z');
  });

  it('keeps the bytes of deleted pictures as long as it exists', async () => {
    const { emulator, client, kept } = await openWorld();
    const { body: job } = await client.submitOn('makeup.apply');
    await emulator.clock.advance('1m');
    const { body } = await client.get(`/v1/jobs/${job.id}`);
    emulator.snapshots.save('done');
    await client.call('DELETE', `/v1/jobs/${job.id}`);
    expect((await client.get(body.output.image.href)).status).toBe(404);
    emulator.snapshots.load('done');
    expect((await client.get(body.output.image.href)).status).toBe(200);
    await client.call('DELETE', `/v1/jobs/${job.id}`);
    await client.call('DELETE', `/v1/assets/${job.inputs[0].asset_id}`);
    expect(kept.size).toBe(2);
    emulator.snapshots.remove('done');
    expect([...kept]).toEqual([]);
  });

  it('frees the bytes that a load replaces, and those of an overwritten snapshot', async () => {
    const { emulator, client, kept } = await openWorld();
    emulator.snapshots.save('empty');
    await client.upload();
    emulator.snapshots.load('empty');
    expect([...kept]).toEqual([]);
    await client.upload();
    emulator.snapshots.save('full');
    emulator.reset();
    expect(kept.size).toBe(1);
    emulator.snapshots.save('full');
    expect([...kept]).toEqual([]);
  });
});

describe.each(['load', 'reset'] as const)('A %s', (verb) => {
  const putBack = ({ snapshots, reset }: { snapshots: { load(name: string): unknown }; reset(): void }) =>
    verb === 'load' ? snapshots.load('before') : reset();

  it('is not affected by pictures that arrive late', async () => {
    const { images, open } = imagesBehindGate();
    const { emulator, client, host, kept, unexpected } = await openWorld({}, { images });
    emulator.snapshots.save('before');
    await client.submitOn('makeup.apply');
    void emulator.clock.advance('1h');
    expect(emulator.jobs.list()).toMatchObject([{ stage: 'processing' }]);
    putBack(emulator);
    const state = takeSnapshot(host);
    open();
    await aMoment();
    expect(takeSnapshot(host)).toEqual(state);
    expect(emulator.clock.now()).toBe(START);
    expect([...kept]).toEqual([]);
    expect(unexpected).toEqual([]);
  });

  it('does not wait for pictures that never arrive: time can advance at once', async () => {
    const { images } = imagesBehindGate();
    const { emulator, client } = await openWorld({}, { images });
    emulator.snapshots.save('before');
    await client.submitOn('makeup.apply');
    const abandoned = emulator.clock.advance('1h');
    putBack(emulator);
    expect((await emulator.clock.advance('1m')).now).toBe('2026-01-01T00:01:00.000Z');
    expect(await abandoned).toMatchObject({ now: START });
  });

  it('is not affected by an advance that was waiting for another', async () => {
    const { emulator, client } = await openWorld();
    emulator.snapshots.save('before');
    await client.submitOn('makeup.apply');
    const advances = [emulator.clock.advance('1h'), emulator.clock.advance('1h')];
    putBack(emulator);
    expect((await Promise.all(advances)).map(({ now }) => now)).toEqual([START, START]);
    expect(emulator.clock.now()).toBe(START);
  });

  it('is not affected by an upload that was still being received', async () => {
    const { images, open } = imagesBehindGate('inspect');
    const { emulator, client, host, kept, unexpected } = await openWorld({}, { images });
    emulator.snapshots.save('before');
    const upload = client.upload();
    await aMoment();
    putBack(emulator);
    open();
    expect((await upload).status).toBe(503);
    expect(host.world.state.assets.size).toBe(0);
    expect([...kept]).toEqual([]);
    expect(unexpected).toEqual([]);
  });
});

describe('Pictures that were in progress in a snapshot', () => {
  it('are created again once after a load', async () => {
    const { images, open } = imagesBehindGate();
    const { emulator, client } = await openWorld({}, { images });
    const { body: job } = await client.submitOn('makeup.apply');
    void emulator.clock.advance('2s');
    emulator.snapshots.save('processing');
    emulator.snapshots.load('processing');
    open();
    expect((await emulator.clock.advance({ until: 'idle' })).now).toBe('2026-01-01T00:00:04.000Z');
    const { body } = await client.get(`/v1/jobs/${job.id}`);
    expect([body.status, body.output.image.role]).toEqual(['succeeded', 'image']);
    expect((await client.get('/v1/assets?purpose=result')).body.data).toHaveLength(1);
  });
});
