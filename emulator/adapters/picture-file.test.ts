import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createEmulator } from '../index.ts';
import { scratchFolder } from '../testing/scratch-folder.ts';
import { readPictureFile } from './picture-file.ts';

const { folder: root } = scratchFolder();
const folder = join(root, 'pictures');
const at = (name: string) => join(root, name);

beforeAll(() => {
  mkdirSync(join(folder, 'deep'), { recursive: true });
  mkdirSync(at('pictures-beside'));
  for (const name of ['pictures/face.png', 'pictures/deep/face.png', 'secret.png', 'pictures-beside/face.png'])
    writeFileSync(at(name), name);
  symlinkSync(at('secret.png'), join(folder, 'link.png'));
  symlinkSync(at('pictures/face.png'), join(folder, 'own-link.png'));
  writeFileSync(at('large.png'), '');
  truncateSync(at('large.png'), 64 * 1024 * 1024 + 1);
  execFileSync('mkfifo', [at('pipe.png')]);
});

const read = async (file: string, within: Parameters<typeof readPictureFile>[1]) => {
  const found = await readPictureFile(file, within);
  return 'problem' in found ? found.problem : Buffer.from(found).toString();
};

describe('A picture that is given by its path', () => {
  it.each([
    ['a pipe', at('pipe.png'), 'is not a regular file'],
    ['a device', '/dev/zero', 'is not a regular file'],
    ['a folder', folder, 'is not a regular file'],
    ['too large', at('large.png'), 'has 67108865 bytes, and at most 67108864 are read'],
    ['not there', at('none.png'), 'cannot be read: there is no such file'],
  ])('is not read if it is %s', async (_, file, problem) => {
    expect(await read(file, 'anywhere')).toContain(problem);
  });

  it.each([
    ['face.png', 'pictures/face.png'],
    ['deep/../face.png', 'pictures/face.png'],
    ['deep/face.png', 'pictures/deep/face.png'],
    ['own-link.png', 'pictures/face.png'],
    [join(folder, 'face.png'), 'pictures/face.png'],
  ])('is read inside a folder: %s', async (file, text) => {
    expect(await read(file, { folder })).toBe(text);
  });

  it.each(['../secret.png', at('secret.png'), 'link.png', '../pictures-beside/face.png', '/etc/passwd', '.'])(
    'is not read outside it: %s',
    async (file) => {
      expect(await read(file, { folder })).toContain('is not inside the folder of --files');
    },
  );

  it('is read anywhere for code and configurations, but only in the folder of the operator for control calls', async () => {
    const face = new URL('../../fixtures/faces/curly-red.png', import.meta.url).pathname;
    const assets = [{ key: 'pk_test_there', file: face }];
    const accounts = [{ name: 'mine', keys: [{ secret: 'pk_test_there' }] }];
    const statuses = [];
    for (const files of [undefined, folder, join(face, '..')]) {
      await using emulator = await createEmulator(files === undefined ? {} : { files });
      const body = JSON.stringify({ name: 'other', accounts, assets });
      const answer = await emulator.fetch('/_emulator/v1/worlds', { method: 'POST', body });
      statuses.push([answer.status, (await answer.text()).includes('--files')]);
    }
    expect(statuses).toEqual([
      [400, true],
      [400, true],
      [201, false],
    ]);
    await using emulator = await createEmulator({ accounts, assets });
    expect((await emulator.worlds.create({ name: 'other' })).name).toBe('other');
  });
});
