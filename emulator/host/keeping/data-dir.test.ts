import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../../adapters/files/memory-files.ts';
import { createSharpImages } from '../../adapters/images/sharp-images.ts';
import { wallClock } from '../../adapters/wall-clock.ts';
import { assembleEmulator } from '../../create.ts';
import { clientOf } from '../../testing/client.ts';
import { createFakeWallClock } from '../../testing/fake-wall-clock.ts';
import { afterKill, CONFIG, emulatorOn, type Files, killedDirectory, nameOf } from '../../testing/kept-emulator.ts';
import { losingFiles } from '../../testing/losing-files.ts';
import { FACE } from '../../testing/open-world.ts';

describe('an emulator with a data directory', () => {
  it('continues from the start of its clock', async () => {
    const all: Files = new Map();
    const options = { listen: false, clock: { mode: 'frozen' as const, start: '2031-01-01T00:00:00Z' } };
    const first = await emulatorOn(memoryFiles(all), options);
    await first.emulator.clock.advance('1h');
    await first.emulator.data?.synced();
    const killed = await emulatorOn(afterKill(all), options);
    expect(killed.emulator.clock.now()).toBe('2031-01-01T01:00:00.000Z');
    await Promise.all([first.emulator.close(), killed.emulator.close()]);
  });

  it('continues where it stopped, after a regular end and after a crash', async () => {
    const all: Files = new Map();
    const first = await emulatorOn(memoryFiles(all));
    await first.client.submitOn('skin.analyze');
    await first.client.submitOn('hair.try_on');
    await first.emulator.clock.advance('10s');
    await first.client.submitOn('skin.analyze');
    await first.emulator.data?.synced();
    const killed = await emulatorOn(afterKill(all));
    expect(killed.host.world.state).toEqual(first.host.world.state);
    expect(killed.host.ready.state).toEqual(first.host.ready.state);
    await first.emulator.close();
    const again = await emulatorOn(memoryFiles(all));
    expect(again.host.world.state).toEqual(first.host.world.state);
    await killed.emulator.close();
    await again.emulator.close();
  });

  it.each(['from its changes', 'written whole'])('has everything that tests have set up, %s', async (how) => {
    const all: Files = new Map();
    const first = await emulatorOn(memoryFiles(all), { ...CONFIG, readings: { upload_status: 200 } });
    const { emulator, client } = first;
    const world = await emulator.worlds.create({ name: 'other', clock: 'frozen' });
    const gone = await emulator.worlds.create({ name: 'gone' });
    await emulator.worlds.remove(gone.name);
    const tenant = emulator.tenants.create({ id: 'own', own_clock: true });
    await client.upload();
    emulator.plans.add({ hold_at: 'processing' });
    emulator.faults.add({ match: { route: 'GET /v1/jobs' }, effect: { kind: 'reset' } });
    await emulator.deviations.on('asset-purpose-upload');
    const { body: held } = await client.submitOn('skin.analyze');
    await emulator.clock.advance('5s');
    emulator.snapshots.save('held');
    emulator.jobs.release(held.id);
    await emulator.clock.advance('1m');
    world.credits.adjust({ units: -3 });
    if (how === 'written whole') await emulator.data?.compact();
    await emulator.data?.synced();
    const again = await emulatorOn(afterKill(all), { ...CONFIG, readings: { upload_status: 200 } });
    const secrets = [world.keys.live, Object.values(tenant.keys)[0]?.secret, emulator.keys.test];
    for (const secret of secrets) expect(again.stateOf(secret ?? '')).toEqual(first.stateOf(secret ?? ''));
    expect(again.emulator.worlds.list().map(({ name }) => name)).toEqual(['default', 'other', 'own']);
    expect(again.emulator.snapshots.list()).toEqual(emulator.snapshots.list());
    for (const one of [first, again]) one.emulator.snapshots.load('held');
    expect(again.host.world.state).toEqual(first.host.world.state);
    again.emulator.reset();
    first.emulator.reset();
    expect(again.host.world.state).toEqual(first.host.world.state);
    expect(again.warnings).toEqual([]);
  });

  it('finishes what was in progress when it was killed', async () => {
    const all: Files = new Map();
    const first = await emulatorOn(memoryFiles(all));
    const { body: job } = await first.client.submitOn('skin.analyze');
    const again = await emulatorOn(afterKill(all));
    await again.emulator.clock.advance('1m');
    expect((await again.client.get(`/v1/jobs/${job.id}`)).body.status).toBe('succeeded');
  });

  it('sends what had not been delivered', async () => {
    const all: Files = new Map();
    const first = await emulatorOn(memoryFiles(all));
    await using receiver = await first.emulator.webhooks.receiver({ replies: [500] });
    await first.client.submitOn('skin.analyze');
    await first.emulator.clock.advance('10s');
    await first.emulator.data?.synced();
    const again = await emulatorOn(afterKill(all));
    await again.emulator.clock.advance('1h');
    const [one, two] = receiver.received;
    expect([one?.event.id, two?.headers['service-delivery-attempt']]).toEqual([two?.event.id, '2']);
    expect(again.emulator.webhooks.deliveries()[0]?.attempts.map(({ status }) => status)).toEqual([500, 200]);
  });

  it('has a clock that continued while the emulator was down', async () => {
    const wall = createFakeWallClock();
    const running = { ...CONFIG, clock: 'running' } as const;
    const all: Files = new Map();
    const first = await emulatorOn(memoryFiles(all), running, wall);
    await first.client.upload();
    const before = first.host.world.state.now;
    wall.moveBy(60_000);
    const again = await emulatorOn(afterKill(all), running, wall);
    expect(Date.parse(again.emulator.clock.now()) - before).toBe(60_000);
  });

  it('drops pictures that are no longer needed', async () => {
    const all: Files = new Map();
    const { client, emulator } = await emulatorOn(memoryFiles(all));
    const { body: asset } = await client.upload();
    await client.call('DELETE', `/v1/assets/${asset.id}`);
    expect(nameOf(all, 'blobs/')).not.toBe('');
    await emulator.data?.compact();
    expect(nameOf(all, 'blobs/')).toBe('');
  });

  it('reports new settings at the start, which have no effect', async () => {
    const all = await killedDirectory();
    const { warnings } = await emulatorOn(memoryFiles(all), { ...CONFIG, seed: 'another' });
    expect(warnings).toEqual([expect.stringContaining('has worlds with other settings')]);
  });
});

describe('a delivery', () => {
  it('reports nothing during an advance that a crash would undo', async () => {
    const files = losingFiles();
    let then: Map<string, Uint8Array> | null = null;
    const sender = {
      send: async () => {
        then ??= files.afterwards(() => 0);
        return { status: 204, failure: null, took: 1, answer: '' };
      },
      close: async () => {},
    };
    const given = { wall: wallClock, images: createSharpImages(), dataFiles: files, sender };
    const { emulator } = await assembleEmulator(CONFIG, given);
    emulator.webhooks.register({ url: 'https://receiver.test/events' });
    const { body: job } = await clientOf(emulator).submitOn('skin.analyze');
    await emulator.clock.advance('1h');
    const again = await emulatorOn(losingFiles(then ?? new Map()));
    expect(again.emulator.jobs.read(job.id).status).toBe('succeeded');
  });
});

describe('a data directory', () => {
  it('whose last line is incomplete is repaired, with a warning', async () => {
    const all = await killedDirectory();
    const name = nameOf(all, 'changes');
    all.set(name, Buffer.concat([all.get(name) ?? Buffer.alloc(0), Buffer.from('120 0badf00d 0000')]));
    const { warnings, host } = await emulatorOn(memoryFiles(all));
    expect(host.world.state.jobs.size).toBe(1);
    expect(warnings).toEqual([expect.stringContaining('ends within a change that was not yet acknowledged')]);
  });

  it.each(['its changes', 'all of it, written whole'])(
    'has its results after a crash, when their inputs have expired, from %s',
    async (how) => {
      const files = losingFiles();
      const { client, emulator } = await emulatorOn(files);
      const { body: job } = await client.submitOn('makeup.apply');
      await emulator.clock.advance('1m');
      const { body } = await client.get(`/v1/jobs/${job.id}`);
      const before = await client.get(body.output.image.href);
      // After the retention of its input.
      await emulator.clock.advance('25h');
      await (how === 'its changes' ? emulator.data?.synced() : emulator.data?.compact());
      const again = await emulatorOn(losingFiles(files.afterwards(() => 0)));
      expect((await again.client.get(body.output.image.href)).text).toBe(before.text);
      await again.emulator.data?.compact();
      await again.emulator.close();
    },
  );

  it('does not start with a damaged result, unless the loss is accepted', async () => {
    const all: Files = new Map();
    const { client, emulator } = await emulatorOn(memoryFiles(all));
    const { body: job } = await client.submitOn('skin.analyze');
    await emulator.clock.advance('1m');
    await emulator.data?.synced();
    const digests = [...all.keys()].filter((name) => name.startsWith('blobs/'));
    const there: Files = new Map(all);
    const { body } = await client.get(`/v1/jobs/${job.id}`);
    there.set(digests.at(-1) ?? '', Buffer.from('damaged'));
    await expect(emulatorOn(memoryFiles(new Map(there)))).rejects.toThrow(/1 of its pictures are missing or damaged/);
    const again = await emulatorOn(memoryFiles(there), { ...CONFIG, acceptLoss: true });
    expect(again.warnings).toEqual([expect.stringContaining('they cannot be read')]);
    const [{ id }] = body.output.visualizations;
    expect((await again.client.get(`/v1/assets/${id}/content`)).status).toBe(500);
  });

  it('stores what does not fit in memory, including uploads that are not written yet', async () => {
    const SMALL = { ...CONFIG, memory: { picture_bytes: FACE } };
    const files = losingFiles();
    const { client, emulator } = await emulatorOn(files, SMALL);
    const { body: job } = await client.submitOn('makeup.apply');
    await emulator.clock.advance('1m');
    const { body } = await client.get(`/v1/jobs/${job.id}`);
    const before = await client.get(body.output.image.href);
    expect([before.status, emulator.memory.read().given_up.pictures]).toEqual([200, 1]);
    await emulator.data?.synced();
    const again = await emulatorOn(losingFiles(files.afterwards(() => 0)), SMALL);
    expect((await again.client.get(body.output.image.href)).text).toBe(before.text);
    expect((await again.client.submitOn('makeup.apply', { idempotencyKey: 'another' })).status).toBe(202);
  });

  it('belongs to the first emulator that opens it', async () => {
    const files = memoryFiles();
    const first = await emulatorOn(files);
    await expect(emulatorOn(files)).rejects.toThrow(/in use/);
    await first.emulator.close();
    await (await emulatorOn(files)).emulator.close();
  });

  it('is released if its initial recording cannot be written', async () => {
    const files = memoryFiles();
    await expect(emulatorOn(files, { ...CONFIG, record: '/none/a.session' })).rejects.toThrow(/cannot be written/);
    await (await emulatorOn(files)).emulator.close();
  });

  it('that is not writable is refused', async () => {
    const files = losingFiles();
    files.refuseWith('EROFS');
    await expect(emulatorOn(files)).rejects.toThrow(/may not be written to \(EROFS\)/);
  });

  it('on a full disk answers changes with 503, and continues when there is room again', async () => {
    const files = losingFiles();
    const { client, warnings, host } = await emulatorOn(files);
    files.refuseWith('ENOSPC');
    const refused = await client.upload();
    expect([refused.status, refused.text]).toEqual([503, expect.stringContaining('SERVICE_UNAVAILABLE')]);
    expect(warnings).toEqual([
      expect.stringMatching(/keeps nothing any more: there is no room left \(ENOSPC\): make room/),
    ]);
    files.refuseWith(null);
    expect((await client.upload()).status).toBe(201);
    const again = await emulatorOn(memoryFiles(files.afterwards(() => 0)));
    expect(again.host.world.state).toEqual(host.world.state);
  });
});
