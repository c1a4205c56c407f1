import { expect, it } from 'vitest';
import { memoryFiles } from '../adapters/files/memory-files.ts';
import { createMemoryBlobs } from '../adapters/memory-blobs.ts';
import { digestOf } from '../domain/values/digest.ts';
import type { FileSystem } from './file-system.ts';
import { BLOBS, createKeptBlobs } from './kept-blobs.ts';

const PICTURE = Buffer.from('a picture');
const DIGEST = digestOf(PICTURE);

/** Pictures on files that log all operations, some of which are replaced. */
function blobsOn(
  change: (plain: FileSystem) => Partial<FileSystem>,
  all = new Map<string, Uint8Array>(),
  setAside = new Set<string>(),
) {
  const done: string[] = [];
  const plain = memoryFiles(all);
  const changed: FileSystem = { ...plain, ...change(plain) };
  const files: FileSystem = {
    ...changed,
    create: async (path) => {
      const open = await changed.create(path);
      done.push(`create ${path}`);
      return open;
    },
    syncFolder: async (folder) => {
      await changed.syncFolder(folder);
      done.push(`sync ${folder}`);
    },
  };
  return { blobs: createKeptBlobs(createMemoryBlobs(), files, setAside), done, all };
}

const WRITTEN = [`create ${BLOBS}/${DIGEST}`, `sync ${BLOBS}`];

it('A picture counts as written for every caller only after its name is synced, and is written once', async () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { blobs, done } = blobsOn(() => ({ syncFolder: () => gate }));
  blobs.put(DIGEST, PICTURE);
  const first = blobs.written();
  const second = blobs.written().then(() => done.push('second'));
  // More turns than writing takes.
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
  const third = blobs.written().then(() => done.push('third'));
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
  expect(done).toEqual(WRITTEN.slice(0, 1));
  release();
  await Promise.all([first, second, third]);
  expect(done).toEqual([...WRITTEN, 'second', 'third']);
});

it('The name of a picture is synced by the next attempt if the sync failed', async () => {
  let failures = 1;
  const { blobs, done } = blobsOn(({ syncFolder }) => ({
    syncFolder: async (folder) => {
      failures -= 1;
      if (failures === 0) throw new Error('the disk is full');
      await syncFolder(folder);
    },
  }));
  blobs.put(DIGEST, PICTURE);
  await expect(blobs.written()).rejects.toThrow('the disk is full');
  await blobs.written();
  expect(done).toEqual(WRITTEN);
});

it('Pictures are written by the next attempt if removing others failed', async () => {
  const { blobs, all } = blobsOn(() => ({ remove: () => Promise.reject(new Error('the disk is read-only')) }));
  const other = Buffer.from('another picture');
  blobs.put(digestOf(other), other);
  await blobs.written();
  blobs.delete(digestOf(other));
  await expect(blobs.remove(blobs.gone())).rejects.toThrow('the disk is read-only');
  blobs.put(DIGEST, PICTURE);
  await blobs.written();
  expect(all.get(`${BLOBS}/${DIGEST}`)).toEqual(PICTURE);
});

it.each(['before', 'while'])('A picture that is stored %s its damaged file is moved aside is kept', async (when) => {
  const file = `${BLOBS}/${DIGEST}`;
  const [damaged, aside] = [Buffer.from('x'), `set-aside/1-${BLOBS}-${DIGEST}`];
  const { blobs, all } = blobsOn(() => ({}), new Map<string, Uint8Array>([[file, damaged]]), new Set([file]));
  const moved = when === 'while' ? blobs.moveAside() : null;
  blobs.put(DIGEST, PICTURE);
  await Promise.all([moved, blobs.written()]);
  await blobs.moveAside();
  expect(Object.fromEntries(all)).toEqual({ [file]: PICTURE, [aside]: damaged });
});
