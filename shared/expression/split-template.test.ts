import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Part, splitTemplate } from './split-template.ts';

const text = (written: string): Part => ({ kind: 'text', text: written });
const expression = (written: string, at: number): Part => ({ kind: 'expression', text: written, at });

describe('a text with expressions', () => {
  it.each<[string, Part[]]>([
    ['', [text('')]],
    ['plain $ {a} $', [text('plain $ {a} $')]],
    ['${a}', [expression('a', 2)]],
    ['a${b}c', [text('a'), expression('b', 3), text('c')]],
    ['${a}${b}', [expression('a', 2), expression('b', 6)]],
    ['${ {a: {b: 1}} }', [expression(' {a: {b: 1}} ', 2)]],
    ["${f('}')}", [expression("f('}')", 2)]],
    ["${f('\\'}')}", [expression("f('\\'}')", 2)]],
    ['${f("{")}', [expression('f("{")', 2)]],
    ['$${a}', [text('${a}')]],
    ['x$${a}${b}', [text('x${a}'), expression('b', 8)]],
    ['$$${a}', [text('$${a}')]],
    ['${a}$${b}', [expression('a', 2), text('${b}')]],
    ['${a}$', [expression('a', 2), text('$')]],
  ])('such as %s is split', (written, parts) => {
    expect(splitTemplate(written)).toEqual(parts);
  });

  it.each([
    ['${a', 0],
    ['x ${a} ${b', 7],
    ["${f('}'", 0],
    ['${{a}', 0],
  ])('such as %s is not closed, which is reported with its offset', (written, unclosed) => {
    expect(splitTemplate(written)).toEqual({ unclosed });
  });

  it('keeps every character outside of expressions', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'ab $}') });
    fc.assert(
      fc.property(letters, letters, (before, after) => {
        const parts = splitTemplate(`${before.replace(/\$+$/, '')}\${x}${after}`);
        const kept = Array.isArray(parts) ? parts.map((part) => part.text).join('') : null;
        expect(kept).toBe(`${before.replace(/\$+$/, '')}x${after}`);
      }),
    );
  });
});
