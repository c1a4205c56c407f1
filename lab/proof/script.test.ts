import { expect, it, test, vi } from 'vitest';
import { BadSource } from '../../conformance/suite/yaml/problem.ts';
import { UsageError } from '../../shared/command.ts';
import { assertSome, endAs, flagsIn, inPart } from './script.ts';

test('The parts together contain everything exactly once', () => {
  const all = ['a', 'b', 'c', 'd', 'e'];
  expect([inPart(all, '1/2'), inPart(all, '2/2'), inPart(all)]).toEqual([['a', 'c', 'e'], ['b', 'd'], all]);
});

it.each(['x', '3/2', '0/2', '1', '1/0'])('--part %s is refused', (text) => {
  expect(() => inPart(['a'], text)).toThrow(new UsageError(`--part must be a part such as 1/2, not ${text}`));
});

test('An unknown option is a usage error', () => {
  expect(() => flagsIn(['--sevrers'], { servers: { type: 'boolean' } })).toThrow(UsageError);
  expect(flagsIn(['--servers'], { servers: { type: 'boolean' } })).toMatchObject({ servers: true });
});

test('A proof without anything to prove is refused', () => {
  expect(() => assertSome([])).toThrow(UsageError);
  expect(() => assertSome(['a'])).not.toThrow();
});

test.each([
  ['an option that is wrong', new UsageError('no'), 2],
  ['a file that is wrong', new BadSource([]), 2],
  ['a fault of its own', new Error('no'), 4],
])('A proof ends by %s with its own exit code', async (_, error, code) => {
  const before = process.exitCode;
  const silent = vi.spyOn(console, 'error').mockImplementation(() => {});
  await endAs('proof', () => Promise.reject(error));
  const ended = process.exitCode;
  process.exitCode = before;
  silent.mockRestore();
  expect(ended).toBe(code);
});
