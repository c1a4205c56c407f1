import { expect, it } from 'vitest';
import { keepCompiled } from './compile-cache.ts';

const enable = 'enableCompileCache';
const flush = 'flushCompileCache';

it.each([
  ['Node 20, which keeps nothing', [], []],
  ['a Node that only flushes', [flush], []],
  ['a Node that writes at the end only', [enable], [enable]],
  ['a Node that also writes on request', [enable, flush], [enable, 'later', flush]],
])('Compiled code is cached while the process runs, if Node supports it: %s', (_, functions, expected) => {
  const calls: string[] = [];
  const module = Object.fromEntries(functions.map((name) => [name, () => void calls.push(name)]));
  keepCompiled(module, (_milliseconds, call) => {
    calls.push('later');
    call();
  });
  expect(calls).toEqual(expected);
});
