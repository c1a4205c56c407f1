import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../../adapters/files/memory-files.ts';
import type { EmulatorOptions } from '../../create.ts';
import {
  afterKill,
  CONFIG,
  emulatorOn,
  type Files,
  killedDirectory,
  nameOf,
  textOf,
} from '../../testing/kept-emulator.ts';

/** A directory that version 0.2.0 has written, and whose process was killed. */
function directoryOfFormat1(): Files {
  const root = new URL('../../testing/kept/format-1-directory/', import.meta.url);
  const names = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const pathOf = (entry: Dirent) => join(entry.parentPath, entry.name);
  return new Map(names.map((entry) => [relative(fileURLToPath(root), pathOf(entry)), readFileSync(pathOf(entry))]));
}

describe('a data directory of version 0.2.0', () => {
  it('continues where it stopped, and has the current format from then on', async () => {
    const all = directoryOfFormat1();
    const { host, warnings } = await emulatorOn(memoryFiles(all));
    expect([warnings, host.world.state.jobs.size]).toEqual([[], 2]);
    expect(JSON.parse(textOf(all, 'manifest.json'))).toMatchObject({ format: 2, sum: expect.any(String) });
    const again = await emulatorOn(afterKill(all));
    expect(again.host.world.state).toEqual(host.world.state);
  });

  it('is refused if a change in the middle of its log is damaged', async () => {
    const all = directoryOfFormat1();
    const name = nameOf(all, 'changes-');
    all.set(name, Buffer.from(textOf(all, name).replace('"n":7', '"n":6')));
    await expect(emulatorOn(memoryFiles(all))).rejects.toThrow(/cannot be read/);
  });
});

describe('a damaged data directory', () => {
  it.each<[what: string, change: (all: Files, name: string) => unknown, says: RegExp]>([
    ['is missing', (all, name) => all.delete(name), /changes-\d+\.ndjson is missing: the changes \d+ to \d+/],
    ['is empty', (all, name) => all.set(name, Buffer.alloc(0)), /is damaged or cut off: the changes/],
    [
      'is cut within its last line',
      (all, name) =>
        all.set(
          name,
          cut(all, name, (text) => text.length - 20),
        ),
      /\(1\)/,
    ],
    [
      'is cut at a line',
      (all, name) =>
        all.set(
          name,
          cut(all, name, (text) => text.lastIndexOf('\n', text.length - 2) + 1),
        ),
      /\(1\), which were acknowledged, cannot be read/,
    ],
  ])('whose log %s is refused, and starts with the rest if the loss is accepted', async (_, change, says) => {
    const all = await killedDirectory();
    change(all, nameOf(all, 'changes'));
    const as = new Map(all);
    await expect(emulatorOn(memoryFiles(all))).rejects.toThrow(says);
    await expect(emulatorOn(memoryFiles(all))).rejects.toThrow(/--accept-loss/);
    expect(all).toEqual(as);
    const { warnings, host, client, emulator } = await emulatorOn(memoryFiles(all), { ...CONFIG, acceptLoss: true });
    expect(warnings).toEqual([expect.stringMatching(says)]);
    expect(host.world.state.jobs.size).toBe(0);
    await client.submitOn('skin.analyze');
    await emulator.data?.synced();
    // The directory is intact from here on, without accepting any loss.
    const again = await emulatorOn(afterKill(all));
    expect([again.warnings, again.host.world.state.jobs.size]).toEqual([[], 1]);
  });

  it.each(['manifest.json', 'segments/world'])(
    'whose %s is damaged continues from the previous checkpoint, and loses nothing',
    async (start) => {
      const all: Files = new Map();
      const first = await emulatorOn(memoryFiles(all));
      await first.client.submitOn('skin.analyze');
      await first.emulator.data?.compact();
      await first.client.submitOn('skin.analyze');
      await first.emulator.data?.synced();
      const left = new Map(all);
      const manifest = JSON.parse(textOf(left, 'manifest.json'));
      const name = start === 'manifest.json' ? start : manifest.worlds[0].state.file;
      left.set(name, Buffer.from(textOf(left, name).replace(/\d/, 'x')));
      const again = await emulatorOn(memoryFiles(left));
      expect(again.host.world.state).toEqual(first.host.world.state);
      expect(again.warnings).toEqual([
        expect.stringContaining(`${name} is damaged or missing: the checkpoint before it`),
      ]);
      expect([...left.keys()]).toContain(`set-aside/1-${name.replaceAll('/', '-')}`);
      const third = await emulatorOn(afterKill(left));
      expect([third.warnings, third.host.world.state]).toEqual([[], first.host.world.state]);
    },
  );

  it('that has lost a picture reports it as an error, if the loss is accepted', async () => {
    const options: EmulatorOptions = { ...CONFIG, readings: { input_content: 'serve' } };
    const all = await killedDirectory(options);
    const blob = nameOf(all, 'blobs/');
    all.set(blob, Buffer.from('x'));
    const accepted = { ...options, acceptLoss: true };
    const { warnings, client, emulator, host } = await emulatorOn(memoryFiles(all), accepted);
    expect(warnings).toContainEqual(expect.stringContaining(`(${blob}): they cannot be read`));
    const [asset] = host.world.state.assets.keys();
    const { status, body } = await client.get(`/v1/assets/${asset}/content`);
    expect([status, body.error.code]).toEqual([500, 'INTERNAL_ERROR']);
    expect((await client.get(`/v1/assets/${asset}`)).status).toBe(200);
    await emulator.clock.advance('1m');
    expect([...host.world.state.jobs.values()].map(({ stage }) => stage)).toEqual(['failed']);
    expect([...all.keys()]).toContain(`set-aside/1-${blob.replaceAll('/', '-')}`);
  });

  it('that has lost a picture is complete again after an upload of the same picture', async () => {
    const all: Files = new Map();
    const first = await emulatorOn(memoryFiles(all));
    await first.client.submitOn('skin.analyze');
    await first.emulator.close();
    const blob = nameOf(all, 'blobs/');
    const bytes = all.get(blob);
    all.set(blob, Buffer.from('x'));
    const { client, emulator } = await emulatorOn(memoryFiles(all), { ...CONFIG, acceptLoss: true });
    expect((await client.upload()).status).toBe(201);
    await emulator.data?.compact();
    expect([all.get(blob), textOf(all, `set-aside/1-${blob.replaceAll('/', '-')}`)]).toEqual([bytes, 'x']);
    const again = await emulatorOn(afterKill(all));
    await again.emulator.clock.advance('1m');
    expect(again.emulator.jobs.list().map(({ stage }) => stage)).toEqual(['succeeded']);
  });

  it.each<[what: string, change: (all: Files) => unknown, says: RegExp]>([
    ['misses an upload', (all) => all.delete(nameOf(all, 'blobs/')), /1 of its pictures are missing/],
    ['has an upload that is damaged', (all) => all.set(nameOf(all, 'blobs/'), Buffer.from('x')), /missing or damaged/],
    ['is of a newer version', (all) => setManifest(all, { format: 99 }), /newer tryon-kit/],
    ['has segments alone', (all) => all.delete(nameOf(all, 'changes')) && all.delete('manifest.json'), /is missing/],
    ['has no manifest', (all) => all.delete('manifest.json'), /manifest\.json is missing/],
    ['has a manifest that is no JSON', (all) => all.set('manifest.json', Buffer.from('{')), /is not JSON/],
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
    // It is not changed.
    expect(all).toEqual(as);
  });

  it('with a damaged change among others is refused', async () => {
    const all: Files = new Map();
    const { client } = await emulatorOn(memoryFiles(all));
    await client.submitOn('skin.analyze');
    await client.submitOn('skin.analyze');
    const name = nameOf(all, 'changes');
    all.set(name, Buffer.from(textOf(all, name).replace('"upload"', '"UPLOAD"')));
    await expect(emulatorOn(memoryFiles(new Map(all)))).rejects.toThrow(/the changes \d+ to \d+ .* cannot be read/);
  });
});

function cut(all: Files, name: string, end: (text: string) => number): Uint8Array {
  const text = textOf(all, name);
  return Buffer.from(text.slice(0, end(text)));
}

function setManifest(all: Files, change: object): void {
  const manifest = JSON.parse(textOf(all, 'manifest.json'));
  all.set('manifest.json', Buffer.from(JSON.stringify({ ...manifest, ...change })));
}
