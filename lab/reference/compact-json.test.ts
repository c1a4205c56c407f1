import { expect, it } from 'vitest';
import { compactJson } from './compact-json.ts';

it('JSON is on one line if it fits, and its value is unchanged', () => {
  const value = { a: [1, { b: null }], text: 'x'.repeat(90), list: [[], {}] };
  expect(JSON.parse(compactJson(value))).toEqual(value);
  expect(compactJson(value).split('\n').slice(0, 2)).toEqual(['{', '  "a": [1, {"b": null}],']);
  expect(compactJson([1])).toBe('[1]');
});
