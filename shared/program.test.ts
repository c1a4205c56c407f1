import { expect, it } from 'vitest';
import { type Program, runProgram } from './program.ts';

async function helpOf(changes: Partial<Program>): Promise<string[]> {
  const printed: string[] = [];
  const program: Program = {
    ...{ name: 'it', about: 'a program.', commands: {}, exits: {}, environment: {}, mistakes: [], placed: [] },
    version: () => '1.0.0',
    print: (text) => printed.push(...text.split('\n')),
    printError: (text) => printed.push(...text.split('\n')),
    ...changes,
  };
  expect(await runProgram(program, ['--help'])).toBe(0);
  return printed;
}

it('--help shows the meanings of an exit code by command in a separate column', async () => {
  const lines = await helpOf({ exits: { 0: 'done', 1: { run: 'it failed', audit: 'a mistake' } } });
  expect(lines.slice(lines.indexOf('Exit codes:') + 1).slice(0, 3)).toEqual([
    '  0  done',
    '  1  run    it failed',
    '     audit  a mistake',
  ]);
});

it('--help keeps every line within 80 columns', async () => {
  const text = 'a word '.repeat(30).trim();
  const command = { summary: text, group: 'Run', load: () => Promise.reject(new Error('it was loaded')) };
  const lines = await helpOf({
    commands: { start: command },
    exits: { 0: text, 1: { run: text } },
    environment: { VARIABLE: text },
  });
  expect(lines.filter((line) => line.length >= 80)).toEqual([]);
  expect(lines.join(' ').match(/word/g)).toHaveLength(120);
});
