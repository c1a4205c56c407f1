import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createEmulator } from '../index.ts';
import { clientOf } from '../testing/client.ts';
import { runCli } from '../testing/run-cli.ts';
import { scratchFolder } from '../testing/scratch-folder.ts';

const FORMAT_1 = new URL('../testing/kept/format-1-directory/', import.meta.url);
const { path } = scratchFolder();

async function directory(name: string): Promise<string> {
  const dataDir = path(name);
  const emulator = await createEmulator({ listen: false, dataDir, clock: 'frozen' });
  await clientOf(emulator).submitOn('skin.analyze');
  await emulator.close();
  return dataDir;
}

/** Every file with its size and modification time. */
function listing(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => {
    const { size, mtimeMs } = statSync(join(dir, name));
    return `${name} ${size} ${mtimeMs}`;
  });
}

describe('tryon-emulator check', () => {
  it('reports an intact directory with exit code 0 and changes nothing', async () => {
    const dir = await directory('whole');
    const before = listing(dir);
    const { code, out } = await runCli(['check', dir]);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/starts on it, with 1 worlds, 1 jobs and 1 assets; (\d+) of \1 files/),
    ]);
    expect(listing(dir)).toEqual(before);
  });

  it('lists each damaged or missing file with exit code 1', async () => {
    const dir = await directory('damaged');
    const [blob = ''] = readdirSync(join(dir, 'blobs'));
    writeFileSync(join(dir, 'blobs', blob), 'x');
    const log =
      readdirSync(dir)
        .filter((name) => name.startsWith('changes-'))
        .at(-1) ?? '';
    truncateSync(join(dir, log), 3);
    const { code, out } = await runCli(['check', dir, '--json']);
    const found = JSON.parse(out);
    expect([code, found.problem]).toEqual([1, expect.any(String)]);
    const wrong = found.files.filter(({ state }: { state: string }) => state !== 'whole');
    expect(wrong.map(({ file }: { file: string }) => file)).toEqual(expect.arrayContaining([`blobs/${blob}`]));
    rmSync(join(dir, 'blobs', blob));
    expect((await runCli(['check', dir])).out).toContain(`missing: blobs/${blob}`);
  });

  it('refuses anything other than a data directory with exit code 2', async () => {
    const missing = await runCli(['check', path('none')]);
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('is not a directory')]);
    writeFileSync(path('letters.txt'), 'x');
    const other = await runCli(['check', path('')]);
    expect([other.code, other.err]).toEqual([2, expect.stringContaining('is no data directory')]);
  });

  it('reads a directory of version 0.2.0', async () => {
    const { code, out, err } = await runCli(['check', fileURLToPath(FORMAT_1)]);
    expect([code, out, err]).toEqual([0, expect.stringContaining('2 jobs'), '']);
    expect(readFileSync(new URL('manifest.json', FORMAT_1), 'utf8')).toContain('"format": 1');
  });
});
