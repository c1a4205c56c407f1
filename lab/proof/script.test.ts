import { expect, it, test, vi } from 'vitest';
import { BadSource } from '../../conformance/suite/yaml/problem.ts';
import { UsageError } from '../../shared/command.ts';
import { assertSome, endAs, flagsIn, inPart, sampled } from './script.ts';

test('The parts together contain everything exactly once', () => {
  const all = ['a', 'b', 'c', 'd', 'e'];
  expect([inPart(all, '1/2'), inPart(all, '2/2'), inPart(all)]).toEqual([['a', 'c', 'e'], ['b', 'd'], all]);
});

it.each(['x', '3/2', '0/2', '1', '1/0'])('--part %s is refused', (text) => {
  expect(() => inPart(['a'], text)).toThrow(new UsageError(`--part must be a part such as 1/2, not ${text}`));
});

const HELP = `Proves something.

  --servers       all of them
  --only X,Y      these alone
  --seed TEXT     default proof
                  --nothing is not a flag`;

test('The flags are those that the help describes, and another one is a usage error', () => {
  expect(flagsIn(['--servers', '--only', 'a', '--only', 'b', '--seed', '1', '--help'], HELP)).toEqual({
    ...{ servers: true, only: ['a', 'b'], seed: '1', help: true },
  });
  for (const word of ['--sevrers', '--nothing', '--only']) expect(() => flagsIn([word], HELP)).toThrow(UsageError);
});

test('A sample is drawn by its seed, and names replace the usual one', () => {
  const items = ['a', 'b', 'c', 'd'].map((name) => ({ name }));
  expect(sampled(items, {})).toEqual(items);
  expect(sampled(items, {}, 2)).toHaveLength(2);
  expect(sampled(items, { sample: '3', seed: '1' })).toEqual(sampled(items, { sample: '3', seed: '1' }));
  expect(sampled(items, { only: ['b', 'c,d'] }, 1).map(({ name }) => name)).toEqual(['b', 'c', 'd']);
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
