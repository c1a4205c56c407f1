import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spellJson } from './spell-json.ts';

const RESPELLINGS = ['member_order', 'whitespace', 'escapes'] as const;
const name = fc.stringMatching(/^[a-z][a-z_ "\\é]{0,6}$/);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, fc.string(), fc.integer(), fc.boolean(), fc.constant(null), tie('list'), tie('map')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  map: fc.dictionary(name, tie('value'), { maxKeys: 4 }),
}));
const map = fc.dictionary(name, value, { minKeys: 2, maxKeys: 5 });

describe('Respelled JSON', () => {
  it.each(RESPELLINGS)('by %s has the same meaning in other bytes', (respelling) => {
    fc.assert(
      fc.property(map, (json) => {
        const text = spellJson(json, [respelling]);
        expect(JSON.parse(text)).toEqual(json);
        expect(text).not.toBe(JSON.stringify(json));
      }),
    );
  });

  it('has the same meaning with any combination', () => {
    fc.assert(
      fc.property(value, fc.subarray([...RESPELLINGS]), (json, respell) => {
        expect(JSON.parse(spellJson(json, respell))).toEqual(json);
      }),
    );
  });

  it('keeps the order of lists', () => {
    expect(spellJson({ a: [{ x: 1, y: 2 }, 3], b: 4 }, ['member_order'])).toBe('{"b":4,"a":[{"y":2,"x":1},3]}');
  });

  it('is plain JSON if nothing is requested', () => {
    expect(spellJson({ a: [1, 'x'] }, [])).toBe('{"a":[1,"x"]}');
  });
});
