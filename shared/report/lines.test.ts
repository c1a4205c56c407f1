import { describe, expect, it } from 'vitest';
import { cut, cutList, cutWords, durationText, indent, line, paint, type Span, table, wrap } from './lines.ts';

describe('shortened text', () => {
  it('ends a list between two items, with the number of the others', () => {
    const ids = ['JOB-ONE', 'JOB-TWO', 'JOB-THREE', 'JOB-FOUR'];
    expect(cutList(ids, 80)).toBe('JOB-ONE, JOB-TWO, JOB-THREE, JOB-FOUR');
    expect(cutList(ids, 34)).toBe('JOB-ONE, JOB-TWO and 2 more');
    expect(cutList(ids, 5)).toBe('JOB-ONE and 3 more');
  });

  it('shows a very long word only in part, with its length', () => {
    const cursor = 'c'.repeat(500);
    expect(cutWords(`GET /v1/assets "${cursor}"`)).toBe(`GET /v1/assets "${'c'.repeat(48)}…(500 characters)"`);
    expect(cutWords('asset_1')).toBe('asset_1');
  });
});

describe('lines', () => {
  it('have colors only on request', () => {
    const lines = [[['bad', 'no'] as Span, ['plain', ' way'] as Span]];
    expect(paint(lines, false)).toBe('no way\n');
    expect(paint(lines, true)).toBe('\x1b[31mno\x1b[0m way\n');
  });

  it('escape control characters', () => {
    expect(paint([line('plain', 'a\x1b[2Jb\r\u202ec')], false)).toBe('a\\u001b[2Jb\\u000d\\u202ec\n');
    expect(paint([line('plain', 'a\nb')], false)).toBe('a\\u000ab\n');
  });

  it('are indented, except for empty ones', () => {
    expect(paint(indent([line('plain', 'a'), []], 2), false)).toBe('  a\n\n');
  });

  it('align columns, without trailing spaces', () => {
    const row = (...texts: string[]) => texts.map((text): Span => ['plain', text]);
    expect(paint(table([row('a', 'x', ''), row('longer', '', 'end')]), false)).toBe('a       x\nlonger     end\n');
  });

  it('break at spaces, and inside a word only if it is too long', () => {
    expect(wrap('one two three', 8)).toEqual(['one two', 'three']);
    expect(wrap('abcdefghijkl', 8)).toEqual(['abcdefgh', 'ijkl']);
    expect(wrap('a\nb', 8)).toEqual(['a', 'b']);
  });

  it('end with an ellipsis if they are cut', () => {
    expect([cut('abc', 3), cut('abcd', 3), cut('abcd', 0)]).toEqual(['abc', 'ab…', '…']);
  });

  it.each([
    [12.4, '12 ms'],
    [1000, '1.0 s'],
    [59_949, '59.9 s'],
    [59_960, '1m 00s'],
    [65_000, '1m 05s'],
    [3_599_400, '59m 59s'],
    [3_600_000, '1h 00m'],
    [108_720_000, '30h 12m'],
  ])('show %d ms as %s', (milliseconds, text) => {
    expect(durationText(milliseconds)).toBe(text);
  });
});
