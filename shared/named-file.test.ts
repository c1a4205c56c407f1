import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jsonIn } from './json-in.ts';
import { bytesOfNamed, jsonOfNamed, textOfNamed } from './named-file.ts';

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

const nested = (depth: number) => `{"log":\n${'['.repeat(depth)}${']'.repeat(depth)}}`;

it.each(['{"a": [1]}', 'null', '{"__proto__": {"x": 1}}', nested(499)])('reads %.20s', (text) => {
  expect(JSON.stringify(jsonOfNamed('f.json', text))).toBe(JSON.stringify(JSON.parse(text)));
});

it.each(['', 'a', '[1', '{a: 1}', '\0'])('takes %j for no JSON', (text) => {
  expect(jsonOfNamed('f.json', text)).toBe(undefined);
});

it.each([
  ['lists', nested(500), 'f.json:2:500', 'it is nested deeper than 500 levels'],
  ['lists without end', '['.repeat(1_000_000), 'f.json:1:501', 'it is nested deeper than 500 levels'],
  ['maps', '{"a":'.repeat(5_000), 'f.json:1:2501', 'it is nested deeper than 500 levels'],
  [
    'a list of too many values',
    `[${'[],'.repeat(5_000_000)}1]`,
    'f.json:1:15000001',
    'it has more than 10000000 values',
  ],
])('refuses %s with the place', (_, text, file, message) => {
  expect(() => jsonOfNamed('f.json', text)).toThrow(
    expect.objectContaining({ file: expect.stringContaining(file), message }),
  );
  expect(jsonIn(text)).toBe(undefined);
});
