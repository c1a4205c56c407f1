import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixtures } from '../../fixtures/index.ts';
import { digestOf } from '../domain/values/digest.ts';
import { runCli } from '../testing/run-cli.ts';
import { scratchFolder } from '../testing/scratch-folder.ts';

describe('tryon-emulator fixtures', () => {
  const scratch = scratchFolder();

  it('lists the fixtures, and writes them to a folder that it creates', async () => {
    const folder = scratch.path('a/new/folder');
    const { code, out } = await runCli(['fixtures', '--out', folder, '--json']);
    const listed = JSON.parse(out).map(({ file }: { file: string }) => file);
    expect({ code, listed: listed.toSorted() }).toEqual({ code: 0, listed: readdirSync(folder).toSorted() });
    const image = fixtures.magicImage('slow');
    expect(digestOf(readFileSync(join(folder, 'slow.jpeg')))).toBe(image.digest);
    expect(listed).toHaveLength(3 * fixtures.faces().length + fixtures.magic().length);
  });

  it('describes the effect of each magic image', async () => {
    const { out } = await runCli(['fixtures']);
    for (const { says } of fixtures.magic()) expect(out).toContain(says);
  });

  it('exits with 2 if it cannot write', async () => {
    const file = scratch.write('a-file', '');
    const { code, err } = await runCli(['fixtures', '--out', join(file, 'below')]);
    expect(code).toBe(2);
    expect(err).toContain('cannot be written to');
  });
});
