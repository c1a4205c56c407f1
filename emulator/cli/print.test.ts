import { expect, it, vi } from 'vitest';
import { print, printError } from './print.ts';

it('The output of the command line contains no terminal sequences', () => {
  const printed: unknown[] = [];
  const spies = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')].map((spy) =>
    spy.mockImplementation((text) => void printed.push(text)),
  );
  print('a\x1b[2J\u202e\nb');
  printError('\x9b31m');
  for (const spy of spies) spy.mockRestore();
  expect(printed).toEqual(['a\\u001b[2J\\u202e\nb', '\\u009b31m']);
});
