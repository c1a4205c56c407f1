import { beforeAll, describe, expect, it } from 'vitest';
import { createFinder } from './search.ts';
import { loadShapes } from './shapes.ts';
import { judged } from './testing/judged.ts';

const SLOW = 'a'.repeat(40);

describe('A search in a text', () => {
  it.each([
    ['^(a+)+$', `${SLOW}b`],
    ['(a|a)*b', SLOW],
    ['a?'.repeat(30).concat('a{30}b'), SLOW],
    ['\\s+$', `${' '.repeat(1_000_000)}x`],
    ['a*a*a*a*b', 'a'.repeat(100_000)],
    ['(?<!"[^"]*)x', 'y x'.repeat(300_000).replace('x', '"')],
    ['(?:(?:a{1,999}){1,999}){1,999}b', SLOW],
  ])('for %j is given up if it takes forever', (pattern, text) => {
    const finds = createFinder(20);
    expect(() => finds(new RegExp(pattern, 'u'), text)).toThrow('takes too much time to look for');
  });

  it('is given up each time', () => {
    const finds = createFinder(20);
    for (let times = 0; times < 20; times += 1) expect(() => finds(/^(a+)+$/, `${SLOW}b`)).toThrow('too much time');
    expect([finds(/^(a+)+$/, SLOW), finds(/^(b+)+$/, SLOW), finds(/b/, SLOW)]).toEqual([true, false, false]);
  });

  it.each<[RegExp, boolean]>([
    [/^job_/, false],
    [/job_$/, true],
    [/^[^,]*$|x/, true],
    [/^(a+|b)+_$/, false],
  ])('for %s finds what is there', (expression, isThere) => {
    expect([1, 10_000].map((times) => createFinder(1_000)(expression, `${'x'.repeat(times)}job_`))).toEqual([
      isThere,
      isThere,
    ]);
  });
});

describe('An expectation that takes forever', () => {
  const shapes = loadShapes([{ file: 'job.yaml', text: 'type: string\npattern: ^(a+)+$\n' }]);
  beforeAll(() => {
    shapes.has('job');
    return shapes.prepare();
  });

  it.each(['{matches: "^(a+)+$"}', '{shape: job}', '{not: {matches: "^(a+)+$"}}'])('is untested: %s', (expectation) => {
    expect(judged(`{body: ${expectation}}`, { body: `${SLOW}b` }, { shape: shapes.check })).toMatchObject({
      outcome: 'untested',
      detail: 'a text of 41 characters takes too much time to look for ^(a+)+$ in it',
    });
  });
});
