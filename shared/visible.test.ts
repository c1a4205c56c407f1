import { describe, expect, it } from 'vitest';
import { visible, visibleLine } from './visible.ts';

describe('a text with visible control characters', () => {
  it.each([
    ['a\x1b[31mb\x07', 'a\\u001b[31mb\\u0007'],
    ['a\x7f\x9b2Jb', 'a\\u007f\\u009b2Jb'],
    ['\u202eabc\u2066\u200f\u061c', '\\u202eabc\\u2066\\u200f\\u061c'],
    ['a\u200b\ufeff\u00adb\u2028', 'a\\u200b\\ufeff\\u00adb\\u2028'],
    ['\u{e0041}\ud800\uffff', '\\udb40\\udc41\\ud800\\uffff'],
    ['two\nlines,\ta tab, ä, 漢 and 😀', 'two\nlines,\ta tab, ä, 漢 and 😀'],
  ])('shows %j as %j', (text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it('does not start a new line inside a line', () => {
    expect(visibleLine('a\r\n\tb')).toBe('a\\u000d\\u000a\tb');
  });

  it('is checked thoroughly wherever it may contain one', () => {
    const missed = Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code)).filter(
      (char) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]/u.test(char) && visible(char) === char,
    );
    expect(missed).toEqual(['\t', '\n']);
  });

  it('means the same within JSON', () => {
    const value = { text: '\u202e\u009b\u2028 "quoted"' };
    expect(JSON.parse(visible(JSON.stringify(value)))).toEqual(value);
  });
});
