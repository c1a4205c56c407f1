import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bytesOfNamed, textOfNamed } from './named-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'tryon-named-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);

it('reads a regular file', () => {
  writeFileSync(at('plain'), 'text');
  expect(textOfNamed(at('plain'))).toBe('text');
});

beforeAll(() => {
  execFileSync('mkfifo', [at('pipe')]);
  mkdirSync(at('folder'));
  writeFileSync(at('large'), '');
  truncateSync(at('large'), 101);
});

it.each([
  ['a device', '/dev/null', 'it is not a regular file'],
  ['a pipe', at('pipe'), 'it is not a regular file'],
  ['a file beyond the bound', at('large'), 'it has 101 bytes, and at most 100 are read'],
  ['a folder', at('folder'), 'EISDIR'],
  ['what is not there', at('none'), 'ENOENT'],
])('refuses %s', (_, file, problem) => {
  expect(() => bytesOfNamed(file, 100)).toThrow(problem);
});
