import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEmulator } from '../../index.ts';
import type { FileSystem } from '../../storage/file-system.ts';
import { clientOf } from '../../testing/client.ts';
import { runCli } from '../../testing/run-cli.ts';
import { scratchFolder } from '../../testing/scratch-folder.ts';
import { diskFiles } from './disk-files.ts';

const { path } = scratchFolder();
const DEAD = 2 ** 22 + 1;

describe('the files of a data directory', () => {
  it('are accessible to their owner only', async () => {
    const dataDir = path('mine');
    const emulator = await createEmulator({ listen: false, dataDir });
    await clientOf(emulator).upload();
    const all = readdirSync(dataDir, { recursive: true, withFileTypes: true });
    expect(all.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['manifest.json', 'lock-1', 'blobs', 'segments']),
    );
    for (const entry of all) {
      const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o777;
      expect([entry.name, mode]).toEqual([entry.name, entry.isDirectory() ? 0o700 : 0o600]);
    }
    await emulator.close();
  });

  it.each<[what: string, begin: (folder: string, outside: string) => void, call: (files: FileSystem) => unknown]>([
    ['a folder', (folder, outside) => symlinkSync(outside, join(folder, 'blobs')), (files) => files.list('blobs')],
    [
      'a folder, for writing',
      (folder, outside) => symlinkSync(outside, join(folder, 'blobs')),
      (files) => files.create('blobs/mine'),
    ],
    [
      'a folder, for removing',
      (folder, outside) => symlinkSync(outside, join(folder, 'blobs')),
      (files) => files.remove('blobs/mine'),
    ],
    [
      'a file',
      (folder, outside) => symlinkSync(join(outside, 'mine'), join(folder, 'changes-1.ndjson')),
      (files) => files.create('changes-1.ndjson'),
    ],
    [
      'a file, for reading',
      (folder, outside) => symlinkSync(join(outside, 'mine'), join(folder, 'changes-1.ndjson')),
      (files) => files.read('changes-1.ndjson'),
    ],
  ])('follow no link to the outside: %s', async (_, begin, call) => {
    const outside = mkdtempSync(path('outside-'));
    const folder = mkdtempSync(path('linked-'));
    writeFileSync(join(outside, 'mine'), 'mine');
    begin(folder, outside);
    await expect(Promise.resolve(call(diskFiles(folder)))).rejects.toThrow(
      /is a symbolic link, which may point outside/,
    );
    expect(readFileSync(join(outside, 'mine'), 'utf8')).toBe('mine');
  });

  it('do not wait for a file that is not a regular one', async () => {
    execFileSync('mkfifo', [path('pipe')]);
    await expect(diskFiles(path('.')).read('pipe')).rejects.toThrow(/is not a regular file/);
  });

  it('are locked by their user, within the same process too', async () => {
    const files = diskFiles(path('locked'));
    const unlock = await files.lock();
    await expect(diskFiles(path('locked')).lock()).rejects.toThrow(/in use by this process/);
    await unlock();
    await (await files.lock())();
  });

  it('are refused with exit code 2 if a running process has locked them, and accepted after it has ended', async () => {
    const dataDir = path('left');
    await (await createEmulator({ listen: false, dataDir })).close();
    const lockedBy = (pid: number) => writeFileSync(join(dataDir, 'lock-9'), JSON.stringify({ pid, host: hostname() }));
    lockedBy(process.ppid);
    const { code, err } = await runCli(['start', '--port', '0', '--data-dir', dataDir]);
    expect([code, err]).toEqual([2, expect.stringContaining(`in use by process ${process.ppid}`)]);
    lockedBy(DEAD);
    await (await createEmulator({ listen: false, dataDir })).close();
  });

  it('are locked by version 0.2.0, whose lock has another name', async () => {
    const dataDir = path('older');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'lock'), JSON.stringify({ pid: process.ppid, host: hostname() }));
    await expect(diskFiles(dataDir).lock()).rejects.toThrow(`in use by process ${process.ppid}`);
    writeFileSync(join(dataDir, 'lock'), JSON.stringify({ pid: DEAD, host: hostname() }));
    await (await diskFiles(dataDir).lock())();
    expect(readdirSync(dataDir)).toEqual(['lock-1']);
  });

  it.each(['/proc/x', '/proc/x/y'])('are refused at once in %s, where no folder can be created', async (dataDir) => {
    const { code, err } = await runCli(['start', '--port', '0', '--data-dir', dataDir]);
    expect([code, err]).toEqual([2, expect.stringContaining(`${dataDir} cannot be used`)]);
  });

  it('are unlocked if the emulator cannot listen', async () => {
    const first = await createEmulator();
    const dataDir = path('port');
    await expect(createEmulator({ port: Number(new URL(first.url).port), dataDir })).rejects.toThrow(/EADDRINUSE/);
    await (await createEmulator({ listen: false, dataDir })).close();
    await first.close();
  });

  it('replace existing files, and are null if they do not exist', async () => {
    const files = diskFiles(path('plain'));
    await files.makeFolder('deep');
    const open = await files.create('deep/file');
    await open.append(Buffer.alloc(100_000, 'a'));
    await open.append(Buffer.from('end'));
    await open.sync();
    await open.close();
    await files.rename('deep/file', 'deep/other');
    await files.syncFolder('deep');
    expect([await files.list('deep'), await files.list('none'), await files.read('none')]).toEqual([
      ['other'],
      [],
      null,
    ]);
    expect(readFileSync(path('plain/deep/other'), 'utf8')).toBe(`${'a'.repeat(100_000)}end`);
    await files.remove('deep/other');
    await files.remove('deep/other');
    expect(await files.list('deep')).toEqual([]);
  });
});
