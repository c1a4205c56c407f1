import { describe, expect, it } from 'vitest';
import { cut, durationText, indent, line, paint, type Span, table, wrap } from './lines.ts';

describe('lines', () => {
  it('carry colours only where they are wanted', () => {
    const lines = [[['bad', 'no'] as Span, ['plain', ' way'] as Span]];
    expect(paint(lines, false)).toBe('no way\n');
    expect(paint(lines, true)).toBe('\x1b[31mno\x1b[0m way\n');
  });

  it('spell out what would take over a terminal', () => {
    expect(paint([line('plain', 'a\x1b[2Jb\r\u202ec')], false)).toBe('a\\u001b[2Jb\\u000d\\u202ec\n');
    expect(paint([line('plain', 'a\nb')], false)).toBe('a\\u000ab\n');
  });

  it('are indented, except where they are empty', () => {
    expect(paint(indent([line('plain', 'a'), []], 2), false)).toBe('  a\n\n');
  });

  it('align columns, and leave nothing after the last that has text', () => {
    const rows: Span[][] = [
      [
        ['plain', 'a'],
        ['plain', 'x'],
        ['plain', ''],
      ],
      [
        ['plain', 'longer'],
        ['plain', ''],
        ['plain', 'end'],
      ],
    ];
    expect(paint(table(rows), false)).toBe('a       x\nlonger     end\n');
  });

  it('break at spaces, and inside a word only where it is too long', () => {
    expect(wrap('one two three', 8)).toEqual(['one two', 'three']);
    expect(wrap('abcdefghijkl', 8)).toEqual(['abcdefgh', 'ijkl']);
    expect(wrap('a\nb', 8)).toEqual(['a', 'b']);
  });

  it('are cut with a sign that something is missing', () => {
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
  ])('tell %d ms as %s', (milliseconds, text) => {
    expect(durationText(milliseconds)).toBe(text);
  });
});
