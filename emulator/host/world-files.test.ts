import { cpSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../adapters/files/memory-files.ts';
import { createEmulator } from '../index.ts';
import { FORMAT } from '../storage/versions.ts';
import { readWorldFile, worldFileBytes } from '../storage/world-file.ts';
import { clientOf, emulatorFor } from '../testing/client.ts';
import { CONFIG, emulatorOn } from '../testing/kept-emulator.ts';
import { openWorld } from '../testing/open-world.ts';
import { runCli } from '../testing/run-cli.ts';
import { scratchFolder } from '../testing/scratch-folder.ts';

const { path, write } = scratchFolder();

/** A world with a finished job and one in progress. */
async function worked() {
  const opened = await openWorld({ seed: 'exported', readings: { upload_status: 200 } });
  const { body: done } = await opened.client.submitOn('skin.analyze');
  await opened.emulator.clock.advance('1m');
  await opened.client.submitOn('hair.try_on');
  const { body } = await opened.client.get(`/v1/jobs/${done.id}`);
  const picture = `/v1/assets/${body.output.visualizations[0].id}/content`;
  return { ...opened, picture };
}

describe('the file of a world', () => {
  it('recreates the world in another emulator, including pictures, and resets restore it', async () => {
    const { emulator, client, host, picture } = await worked();
    const other = await openWorld();
    await other.client.upload();
    const report = await other.emulator.files.import(await emulator.files.export());
    expect(report).toEqual({ name: 'default', at: emulator.clock.now(), jobs: 2, assets: 3 });
    expect(other.host.world.state).toEqual(host.world.state);
    expect((await other.client.get(picture)).text).toBe((await client.get(picture)).text);
    // It uses the seed and the readings of the file.
    for (const one of [emulator, other.emulator]) await one.clock.advance('1m');
    expect((await other.client.upload()).text).toBe((await client.upload()).text);
    other.emulator.reset();
    expect(other.host.world.state.jobs.size).toBe(2);
    expect(other.unexpected).toEqual([]);
  });

  it('is accepted again if the clock began at an instant from the configuration', async () => {
    const { emulator } = await openWorld({ clock: { mode: 'frozen', start: '2026-01-31T12:00:00Z' } });
    const other = await openWorld();
    await other.emulator.files.import(await emulator.files.export());
    expect(other.emulator.clock.now()).toBe('2026-01-31T12:00:00.000Z');
  });

  it('can contain a snapshot, and can be stored as one', async () => {
    const { emulator, host } = await worked();
    emulator.snapshots.save('here');
    const then = structuredClone(host.world.state);
    await emulator.clock.advance('1m');
    const file = await emulator.files.export({ snapshot: 'here' });
    emulator.snapshots.remove('here');
    await emulator.files.import(file, { snapshot: 'again' });
    expect(host.world.state).not.toEqual(then);
    emulator.snapshots.load('again');
    expect(host.world.state).toEqual(then);
    await expect(emulator.files.export({ snapshot: 'none' })).rejects.toThrow(/no snapshot none/);
  });

  it('can be the beginning of a configured world and of one that is created later', async () => {
    const { emulator } = await worked();
    const file = write('seed.ndjson', Buffer.from(await emulator.files.export()).toString());
    const seeded = await createEmulator({ listen: false, from: file });
    expect((await clientOf(seeded).get('/v1/jobs')).body.data).toHaveLength(2);
    await expect(seeded.worlds.create({ from: file })).rejects.toThrow(
      /key pk_live_demo of the file belongs to another/,
    );
    await expect(seeded.worlds.create({ from: path('none') })).rejects.toThrow(/from: .*cannot be read/);
    expect(seeded.worlds.list()).toHaveLength(1);
    const { emulator: named } = await emulatorFor();
    const made = await named.worlds.create({ name: 'made' });
    await clientOf({ ...named, keys: made.keys }).submitOn('skin.analyze');
    const madeFile = write('made.ndjson', Buffer.from(await made.files.export()).toString());
    const again = await seeded.worlds.create({ from: madeFile });
    expect(again.jobs.list()).toHaveLength(1);
    await expect(createEmulator({ listen: false, from: file, assets: [{ key: 'pk_live_demo' }] })).rejects.toThrow(
      /from/,
    );
  });

  it.each(['kept', 'killed'])('is stored in a data directory as well, as it was %s', async (left) => {
    const { emulator, picture } = await worked();
    for (const name of ['kept', 'killed']) rmSync(path(name), { recursive: true, force: true });
    const dataDir = path('kept');
    const first = await createEmulator({ listen: false, dataDir });
    await first.files.import(await emulator.files.export());
    await first.files.import(await emulator.files.export(), { snapshot: 'too' });
    await first.data?.synced();
    // The state in which a killed process leaves it.
    cpSync(dataDir, path('killed'), { recursive: true });
    rmSync(path('killed/lock-1'));
    await first.close();
    const again = await createEmulator({ listen: false, dataDir: path(left) });
    expect((await clientOf(again).get(picture)).status).toBe(200);
    expect(again.snapshots.list().map(({ name }) => name)).toEqual(['too']);
    again.reset();
    expect(again.jobs.list()).toHaveLength(2);
    await again.close();
  });

  it.each<[what: string, change: (text: string) => string, says: RegExp]>([
    ['something else', () => '{}', /no file of a world/],
    ['cut off', (text) => text.slice(0, -30), /not whole/],
    ['changed', (text) => text.replace('"demo"', '"dome"'), /not whole/],
    ['newer', (text) => text.replace(/"format":\d+/, '"format":9'), /newer tryon-kit/],
  ])('is refused if it is %s', async (_, change, says) => {
    const { emulator } = await emulatorFor();
    const text = Buffer.from(await emulator.files.export()).toString();
    await expect(emulator.files.import(Buffer.from(change(text)))).rejects.toThrow(says);
  });

  it('is refused if there is no room for its pictures, and leaves none of them', async () => {
    const { emulator, client, picture } = await worked();
    const small = await createEmulator({ listen: false, memory: { picture_bytes: 200 } });
    await expect(small.files.import(await emulator.files.export())).rejects.toThrow(
      /no room for more bytes of pictures/,
    );
    expect(small.memory.read().held.picture_bytes).toBe(0);
    expect(small.jobs.list()).toEqual([]);
    // With a data directory, they need no room in memory.
    const kept = await emulatorOn(memoryFiles(), { ...CONFIG, memory: { picture_bytes: 200 } });
    await kept.emulator.files.import(await emulator.files.export());
    expect((await kept.client.get(picture)).text).toBe((await client.get(picture)).text);
  });

  it('can be read in every former format', async () => {
    for (const format of Array.from({ length: FORMAT }, (_, index) => index + 1)) {
      const file = fileURLToPath(new URL(`../testing/kept/format-${format}.world`, import.meta.url));
      const emulator = await createEmulator({ listen: false, from: file });
      const [job] = emulator.jobs.list();
      expect(job).toMatchObject({ stage: 'queued' });
      await emulator.clock.advance('1m');
      expect((await clientOf(emulator).get(`/v1/jobs/${job?.id}`)).body.status).toBe('succeeded');
    }
  });

  it('is the same whenever it is written', async () => {
    const { emulator } = await worked();
    const bytes = await emulator.files.export();
    expect(Buffer.from(worldFileBytes(readWorldFile('it', bytes))).equals(Buffer.from(bytes))).toBe(true);
  });

  it('is written and read on the command line, for its owner alone', async () => {
    const { emulator } = await emulatorFor({ listen: true });
    await clientOf(emulator).submitOn('skin.analyze');
    const cli = (...args: string[]) => runCli([...args, '--url', emulator.url]);
    expect(await cli('export', path('out'))).toMatchObject({ code: 0, out: expect.stringMatching(/bytes\n$/) });
    expect(statSync(path('out')).mode & 0o777).toBe(0o600);
    emulator.reset();
    expect(await cli('import', path('out'))).toMatchObject({ code: 0, out: expect.stringMatching(/1 job, 1 asset/) });
    expect(emulator.jobs.list()).toHaveLength(1);
    expect(await cli('import', path('none'))).toMatchObject({ code: 2, err: expect.stringMatching(/cannot be read/) });
    expect(await cli('export')).toMatchObject({ code: 2, err: expect.stringMatching(/export needs a file/) });
    const refused = await cli('import', write('other', 'x'));
    expect(refused).toMatchObject({ code: 2, err: expect.stringMatching(/no file of a world/) });
    await emulator.close();
  });
});
