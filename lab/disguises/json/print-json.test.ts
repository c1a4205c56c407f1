import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type JsonStyle, printJson } from './print-json.ts';

const styles: fc.Arbitrary<JsonStyle> = fc.record({
  order: fc.constantFrom(null, 'reversed', 'sorted', 'shuffled', 'changing'),
  spacing: fc.constantFrom(null, 'indented', 'tabs', 'around'),
  escapes: fc.constantFrom(null, 'letters', 'slashes', 'marks', 'all'),
  numbers: fc.constantFrom(null, 'point', 'exponent', 'fraction'),
});

it('Every style denotes the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), styles, fc.string(), (value, style, seed) => {
      expect(JSON.parse(printJson(value, style, seed, Math.random))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

it.each([
  ['point', '[5.0,87.60,0.0,-0.050]'],
  ['exponent', '[5e0,87.6e0,0e0,-0.05e0]'],
  ['fraction', '[50E-1,876E-1,0E-1,-5E-2]'],
] as const)('Numbers are written with a %s', (numbers, text) => {
  const style: JsonStyle = { order: null, spacing: null, escapes: null, numbers };
  expect(printJson([5, 87.6, 0, -0.05], style, '', Math.random)).toBe(text);
});

it('Letters and slashes are escaped, in names too', () => {
  const style: JsonStyle = { order: 'reversed', spacing: null, escapes: 'all', numbers: null };
  expect(printJson({ a: '/\n', b: 1 }, style, '', Math.random)).toBe('{"\\u0062":1,"\\u0061":"\\/\\n"}');
});
