import { describe, expect, it } from 'vitest';
import { memoryFiles } from './adapters/files/memory-files.ts';
import { createSharpImages } from './adapters/images/sharp-images.ts';
import { wallClock } from './adapters/wall-clock.ts';
import { assembleEmulator, type EmulatorOptions } from './create.ts';
import type { FileSystem } from './storage/file-system.ts';
import { clientOf } from './testing/client.ts';
import { createFakeWallClock } from './testing/fake-wall-clock.ts';
import { losingFiles } from './testing/losing-files.ts';
import type { WallClock } from './world/ports.ts';

const CONFIG = { clock: 'frozen', listen: false } as const;

async function emulatorOn(dataFiles: FileSystem, options: EmulatorOptions = CONFIG, wall: WallClock = wallClock) {
  const warnings: string[] = [];
  const onWarning = (text: string) => void warnings.push(text);
  const onUnexpected = (error: unknown) => {
    throw error;
  };
  const given = { wall, images: createSharpImages(), dataFiles, onWarning };
  const { emulator, ring } = await assembleEmulator({ onUnexpected, ...options }, given);
  const stateOf = (key: string) => ring.hostFor(key, undefined)?.world.state;
  return { emulator, client: clientOf(emulator), host: ring.defaultHost(), stateOf, warnings };
}

type Files = Map<string, Uint8Array>;

/** The files as a process leaves them that is killed. */
function afterKill(all: Files): FileSystem {
  return memoryFiles(new Map(all));
}

/** A directory in which one job was submitted, and its process killed. */
async function killedDirectory(): Promise<Files> {
  const all: Files = new Map();
  const { client } = await emulatorOn(memoryFiles(all));
  await client.submitOn('skin.analyze');
  return new Map(all);
}

const nameOf = (all: Files, start: string) => [...all.keys()].find((name) => name.startsWith(start)) ?? '';
const textOf = (all: Files, name: string) => Buffer.from(all.get(name) ?? '').toString();

describe('an emulator with a data directory', () => {
  it('goes on where its clock was told to begin', async () => {
    const all: Files = new Map();
    const options = { listen: false, clock: { mode: 'frozen' as const, start: '2031-01-01T00:00:00Z' } };
    const first = await emulatorOn(memoryFiles(all), options);
    await first.emulator.clock.advance('1h');
    await first.emulator.data?.synced();
    const killed = await emulatorOn(afterKill(all), options);
    expect(killed.emulator.clock.now()).toBe('2031-01-01T01:00:00.000Z');
    await Promise.all([first.emulator.close(), killed.emulator.close()]);
  });

  it('goes on where it was, after its end and after a crash', async () => {
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
    expect(nameOf(all, 'changes')).toBe('');
    await killed.emulator.close();
    await again.emulator.close();
  });

  it.each(['from its changes', 'written whole'])('has all that tests have set up, %s', async (how) => {
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

  it('makes what was under way when it was killed', async () => {
    const all: Files = new Map();
    const first = await emulatorOn(memoryFiles(all));
    const { body: job } = await first.client.submitOn('skin.analyze');
    const again = await emulatorOn(afterKill(all));
    await again.emulator.clock.advance('1m');
    expect((await again.client.get(`/v1/jobs/${job.id}`)).body.status).toBe('succeeded');
  });

  it('sends what had not arrived', async () => {
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

  it('has a clock that ran on while nobody was there', async () => {
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

  it('gives up the pictures that nobody needs any more', async () => {
    const all: Files = new Map();
    const { client, emulator } = await emulatorOn(memoryFiles(all));
    const { body: asset } = await client.upload();
    await client.call('DELETE', `/v1/assets/${asset.id}`);
    expect(nameOf(all, 'blobs/')).not.toBe('');
    await emulator.data?.compact();
    expect(nameOf(all, 'blobs/')).toBe('');
  });

  it('says so where it is started with other settings, which do not count', async () => {
    const all = await killedDirectory();
    const { warnings } = await emulatorOn(memoryFiles(all), { ...CONFIG, seed: 'another' });
    expect(warnings).toEqual([expect.stringContaining('made with other settings')]);
  });
});

describe('a delivery', () => {
  it('tells of nothing that a crash undoes, on the way of an advance', async () => {
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
  it('whose last line is torn is mended, which is said', async () => {
    const all = await killedDirectory();
    const name = nameOf(all, 'changes');
    const bytes = all.get(name) ?? new Uint8Array();
    all.set(name, bytes.subarray(0, bytes.byteLength - 20));
    const { warnings, host } = await emulatorOn(memoryFiles(all));
    expect(host.world.state.jobs.size).toBe(0);
    expect(warnings).toEqual([expect.stringContaining('ended within a change that was never answered')]);
  });

  it.each(['its changes', 'all of it, written whole'])(
    'whose results were never synced has them after a crash, from %s',
    async (how) => {
      const files = losingFiles();
      const { client, emulator } = await emulatorOn(files);
      const { body: job } = await client.submitOn('makeup.apply');
      await emulator.clock.advance('1m');
      const { body } = await client.get(`/v1/jobs/${job.id}`);
      const before = await client.get(body.output.image.href);
      // Past the retention of its input.
      await emulator.clock.advance('25h');
      await (how === 'its changes' ? emulator.data?.synced() : emulator.data?.compact());
      const again = await emulatorOn(losingFiles(files.afterwards(() => 0)));
      expect((await again.client.get(body.output.image.href)).text).toBe(before.text);
      await again.emulator.data?.compact();
      await again.emulator.close();
    },
  );

  it('whose result is damaged makes it again, which is said', async () => {
    const all: Files = new Map();
    const { client, emulator } = await emulatorOn(memoryFiles(all));
    const { body: job } = await client.submitOn('skin.analyze');
    await emulator.clock.advance('1m');
    await emulator.data?.synced();
    const digests = [...all.keys()].filter((name) => name.startsWith('blobs/'));
    const there: Files = new Map(all);
    const { body } = await client.get(`/v1/jobs/${job.id}`);
    const [asset] = body.output.visualizations;
    const before = await client.get(`/v1/assets/${asset.id}/content`);
    there.set(digests.at(-1) ?? '', Buffer.from('damaged'));
    const again = await emulatorOn(memoryFiles(there));
    expect(again.warnings).toEqual([expect.stringContaining('it has been made again')]);
    expect((await again.client.get(`/v1/assets/${asset.id}/content`)).text).toBe(before.text);
  });

  it.each<[what: string, change: (all: Files) => unknown, says: RegExp]>([
    ['misses an upload', (all) => all.delete(nameOf(all, 'blobs/')), /1 of its pictures are missing/],
    ['has an upload that is damaged', (all) => all.set(nameOf(all, 'blobs/'), Buffer.from('x')), /not what was kept/],
    ['is of a newer version', (all) => setManifest(all, { format: 99 }), /newer tryon-kit/],
    ['has segments alone', (all) => all.delete(nameOf(all, 'changes')) && all.delete('manifest.json'), /is missing/],
    ['has no manifest', (all) => all.delete('manifest.json'), /manifest\.json is missing/],
    ['has a manifest that is no JSON', (all) => all.set('manifest.json', Buffer.from('{')), /is no JSON/],
    ['has a manifest of something else', (all) => all.set('manifest.json', Buffer.from('null')), /names no format/],
    ['misses a segment', (all) => all.delete(nameOf(all, 'segments/')), /is missing/],
    [
      'has a segment that was changed',
      (all) => all.set(nameOf(all, 'segments/'), Buffer.from('{}')),
      /not what was written/,
    ],
    [
      'is not one',
      (all) => all.clear() ?? all.set('letters.txt', Buffer.from('')),
      /is no data directory: it has letters/,
    ],
  ])('that %s is refused, with the remedy', async (_, change, says) => {
    const all = await killedDirectory();
    change(all);
    const as = new Map(all);
    await expect(emulatorOn(memoryFiles(all))).rejects.toThrow(says);
    // It is left as it is.
    expect(all).toEqual(as);
  });

  it('with a damaged change in the midst of others is refused', async () => {
    const all: Files = new Map();
    const { client } = await emulatorOn(memoryFiles(all));
    await client.submitOn('skin.analyze');
    await client.submitOn('skin.analyze');
    const name = nameOf(all, 'changes');
    all.set(name, Buffer.from(textOf(all, name).replace('"upload"', '"UPLOAD"')));
    await expect(emulatorOn(memoryFiles(new Map(all)))).rejects.toThrow(/lacks the changes/);
  });

  it('that two want is for the first', async () => {
    const files = memoryFiles();
    const first = await emulatorOn(files);
    await expect(emulatorOn(files)).rejects.toThrow(/in use/);
    await first.emulator.close();
    await (await emulatorOn(files)).emulator.close();
  });

  it('that cannot be written to is refused', async () => {
    const files = losingFiles();
    files.refuseWith('EROFS');
    await expect(emulatorOn(files)).rejects.toThrow(/may not be written to \(EROFS\)/);
  });

  it('on a full disk has changes answered with 503, and goes on where there is room again', async () => {
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

function setManifest(all: Files, change: object): void {
  const manifest = JSON.parse(textOf(all, 'manifest.json'));
  all.set('manifest.json', Buffer.from(JSON.stringify({ ...manifest, ...change })));
}
