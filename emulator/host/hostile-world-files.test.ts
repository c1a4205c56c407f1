import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEmulator, type EmulatorOptions } from '../index.ts';
import { clientOf } from '../testing/client.ts';
import { linesOfFile, sealedFile } from '../testing/kept-emulator.ts';
import { openWorld } from '../testing/open-world.ts';
import { scratchFolder } from '../testing/scratch-folder.ts';

const { folder, path } = scratchFolder();

type Picture = ['picture', string, string, unknown];
const isPicture = (line: unknown): line is Picture => Array.isArray(line) && line[0] === 'picture';

async function exported(options: EmulatorOptions = {}): Promise<unknown[]> {
  await using emulator = await createEmulator({ listen: false, clock: 'frozen', ...options });
  await clientOf(emulator).submitOn('skin.analyze');
  await emulator.clock.advance('1h');
  return linesOfFile(await emulator.files.export());
}

/** The lines with changed pictures. If `everywhere`, their digests are changed in the other lines too. */
function withPictures(lines: unknown[], change: (picture: Picture) => Picture, everywhere = false): Uint8Array {
  let text = JSON.stringify(lines.map((line) => (isPicture(line) ? change(line) : line)));
  if (everywhere) for (const line of lines.filter(isPicture)) text = text.replaceAll(line[1], change(line)[1]);
  return sealedFile(JSON.parse(text));
}

describe('a hostile world file', () => {
  it.each(['../../profile', '/tmp/tryon-hostile', 'blobs', ''])(
    'writes no file, whatever digests its pictures have: %j',
    async (digest) => {
      writeFileSync(path('profile'), 'mine');
      const file = withPictures(await exported(), ([what, , bytes]) => [what, digest, bytes, null], true);
      const emulator = await createEmulator({ listen: false, dataDir: path('deep/data') });
      await expect(emulator.files.import(file)).rejects.toThrow(/line \d+: .*SHA-256/);
      await emulator.data?.synced();
      expect(emulator.jobs.list()).toEqual([]);
      await emulator.close();
      expect(readdirSync(path('deep'))).toEqual(['data']);
      expect(readdirSync(path('deep/data/blobs'))).toEqual([]);
      expect([readdirSync(folder), readFileSync(path('profile'), 'utf8')]).toEqual([['deep', 'profile'], 'mine']);
    },
  );

  it('cannot replace the bytes of a picture of another world', async () => {
    const other = Buffer.from('not what was uploaded').toString('base64');
    const file = withPictures(await exported(), ([what, digest]) => [what, digest, other, null]);
    await using emulator = await createEmulator({ listen: false, clock: 'frozen' });
    const world = await emulator.worlds.create();
    await expect(world.files.import(file)).rejects.toThrow(/is not that of the bytes/);
    const client = clientOf(emulator);
    const { body } = await client.submitOn('skin.analyze');
    await emulator.clock.advance('1h');
    expect((await client.get(`/v1/jobs/${body.id}`)).body.status).toBe('succeeded');
  });

  it.each<[what: string, change: (lines: unknown[]) => unknown[], says: RegExp]>([
    [
      'a row',
      (lines) => changedIn(lines, 'assets', '"width":64', '"width":-64'),
      /line \d+: assets "asset_\w+": width/,
    ],
    ['a reference', (lines) => changedIn(lines, 'jobs', 'demo/test', 'none/test'), /line \d+: jobs "job_\w+": owner/],
    ['its clock', (lines) => changedIn(lines, 'clock', '"rate":1', '"rate":0'), /line 2: clock\.rate: must be/],
    [
      'its settings',
      (lines) => changedIn(lines, 'seed', '"seed":"tryon-kit"', '"seed":7'),
      /What the world goes by .*\n.*seed: /,
    ],
    [
      'the depth of a value',
      (lines) => changedIn(lines, 'seed', '"seed":"tryon-kit"', `"seed":${'['.repeat(500)}${']'.repeat(500)}`),
      /line 2: body: must be an object/,
    ],
    [
      'a picture',
      (lines) => lines.filter((line) => !isPicture(line)),
      /the picture [\w-]{43} is needed, and is not in/,
    ],
  ])('is refused with its place if %s is wrong, and nothing has changed', async (_, change, says) => {
    const lines = await exported();
    const { emulator, client } = await openWorld();
    await client.submitOn('makeup.apply');
    emulator.snapshots.save('mine');
    const before = await emulator.files.export();
    const [file, memory] = [sealedFile(change(lines)), emulator.memory.read()];
    await expect(emulator.files.import(file)).rejects.toThrow(says);
    await expect(emulator.files.import(file, { snapshot: 'mine' })).rejects.toThrow(says);
    const { status, body } = await client.call('POST', '/_emulator/v1/file', { body: file });
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(says)]);
    expect(Buffer.from(await emulator.files.export()).equals(Buffer.from(before))).toBe(true);
    expect(emulator.memory.read()).toEqual(memory);
  });

  it('cannot make an id be used twice, whatever count it states', async () => {
    const lines = await exported();
    const { emulator, client, unexpected } = await openWorld();
    await emulator.files.import(sealedFile(lines.map((line) => (isCount(line) ? withoutIds(line) : line))));
    const before = emulator.jobs.list().map(({ id }) => id);
    const { body } = await client.submitOn('makeup.apply', { idempotencyKey: 'another' });
    expect(before).not.toContain(body.id);
    await emulator.clock.advance({ until: 'idle' });
    expect([emulator.jobs.list().length, unexpected]).toEqual([before.length + 1, []]);
  });

  it('uses the default for a question if its choice does not exist', async () => {
    const lines = await exported();
    const row = ['table', 'choices', [['upload_status', { choice: 999, fired: 0, memory: {} }]]];
    const { emulator, client } = await openWorld();
    await emulator.files.import(sealedFile(lines.toSpliced(3, 0, row)));
    expect((await client.upload()).status).toBe(201);
  });
});

type Count = ['table', 'serials', [string, number][]];
const isCount = (line: unknown): line is Count => Array.isArray(line) && line[1] === 'serials';
const withoutIds = ([what, table, rows]: Count): Count => [
  what,
  table,
  rows.map(([name, count]) => [name, name === 'timer' || name === 'effect' ? count : 0]),
];

/** The lines with one text replaced by another, in lines that contain a word. */
function changedIn(lines: unknown[], word: string, from: string, to: string): unknown[] {
  return lines.map((line) => {
    const text = JSON.stringify(line);
    return text.includes(`"${word}"`) ? JSON.parse(text.replace(from, to)) : line;
  });
}
