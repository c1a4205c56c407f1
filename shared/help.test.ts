import { expect, it } from 'vitest';
import { checkWords, flagGroup } from './command.ts';
import { helpText, parseOptions } from './help.ts';

const FLAGS = {
  limit: { about: 'list so many', value: 'N', short: 'l', default: '10' },
  kind: { about: 'of these kinds', value: 'KINDS', words: ['plain', 'odd'], list: true, multiple: true },
  ...flagGroup('Output', { json: { about: 'print it as JSON' } }),
} as const;

it('the help of a command is derived from its table', () => {
  const text = helpText('tool', 'list', 'list things', {
    forms: { '[all]': 'list them all', 'show ID': 'show one' },
    flags: FLAGS,
    notes: `A first paragraph,
over two lines.

A second one ${'with many words '.repeat(8)}in it.`,
    exits: { 1: 'there is nothing to list' },
    examples: { 'Two commands': 'tool list\ntool list show x' },
    run: async () => 0,
  });
  expect(text).toBe(`tool list: list things

Usage:
  tool list [all]    list them all
  tool list show ID  show one

Options:
  -l, --limit N  list so many (default: 10)
  --kind KINDS   of these kinds: plain, odd (comma-separated; repeatable)

Output:
  --json  print it as JSON

A first paragraph, over two lines.

A second one with many words with many words with many words with many words
with many words with many words with many words with many words in it.

Exit codes:
  1  there is nothing to list

Examples:
  Two commands:
    tool list
    tool list show x`);
});

it('the same table determines how flags are parsed and which values are accepted', () => {
  expect(parseOptions(FLAGS)).toEqual({
    limit: { type: 'string', short: 'l' },
    kind: { type: 'string', multiple: true },
    json: { type: 'boolean' },
  });
  expect(() => checkWords(FLAGS, { kind: ['plain,odd', 'plain'], json: true })).not.toThrow();
  expect(() => checkWords(FLAGS, { kind: ['plain,old'] })).toThrow('--kind must be one of plain, odd, not old');
  expect(() => checkWords(FLAGS, { kind: [''] })).toThrow('--kind must be one of plain, odd');
});
