import { describe, expect, it } from 'vitest';
import { parseExpression } from '../../../shared/expression/parse-expression.ts';
import type { Known } from '../../../shared/expression/scope.ts';
import { checkExpression } from './compile-text.ts';

const known: Known = {
  names: { job: true, first: true, feature: { job: { cancel: true, delete: true }, lists: true }, none: {} },
  functions: { len: [1, 1], slice: [2, 3], merge: [1, Number.POSITIVE_INFINITY], fresh_key: [0, 0] },
};

function problemsIn(text: string) {
  return checkExpression(parseExpression(text), known);
}

describe('An expression is valid', () => {
  it.each([
    ...['job', 'job.anything.at[0].all', 'feature', 'feature.job', 'feature.job.cancel'],
    ...["feature['job'].cancel", 'feature[job]', 'feature[job].whatever'],
    ...['len([job, {a: first}]) + slice(job, 1) ? merge(job, first) : !fresh_key()', '(job || first).id'],
  ])('if it is %s', (text) => {
    expect(problemsIn(text)).toEqual([]);
  });
});

describe('An expression is invalid', () => {
  it.each([
    ['jbo', 0, 'there is no jbo; did you mean job?'],
    ['1 + jbo.id', 4, 'there is no jbo; did you mean job?'],
    ['stranger', 0, 'there is no stranger; there is job, first, feature, none'],
    ['feature.list', 8, 'feature has no list; did you mean lists?'],
    ['feature.job.cancle', 12, 'feature.job has no cancle; did you mean cancel?'],
    ["feature['list']", 8, 'feature has no list; did you mean lists?'],
    ["feature['job'].cancle", 15, 'feature[…] has no cancle; did you mean cancel?'],
    ['none.x', 5, 'none has no x'],
    ['job[jbo]', 4, 'there is no jbo; did you mean job?'],
    ['feature[jbo]', 8, 'there is no jbo; did you mean job?'],
    ['lne(job)', 0, 'there is no function lne; did you mean len?'],
    ['toString()', 0, 'there is no function toString'],
    ['constructor', 0, 'there is no constructor; there is job, first, feature, none'],
    ['len()', 0, 'len takes 1 argument, not 0'],
    ['len(job, job)', 0, 'len takes 1 argument, not 2'],
    ['slice(job)', 0, 'slice takes 2 to 3 arguments, not 1'],
    ['merge()', 0, 'merge takes at least 1 argument, not 0'],
    ['fresh_key(1)', 0, 'fresh_key takes no arguments, not 1'],
    ['len(jbo)', 4, 'there is no jbo; did you mean job?'],
    ['len(job).x[jbo]', 11, 'there is no jbo; did you mean job?'],
    ['[jbo]', 1, 'there is no jbo; did you mean job?'],
    ['{a: jbo}', 4, 'there is no jbo; did you mean job?'],
    ['!jbo', 1, 'there is no jbo; did you mean job?'],
    ['job ? job : jbo', 12, 'there is no jbo; did you mean job?'],
  ])('if it is %s: at %i %s', (text, offset, message) => {
    expect(problemsIn(text)).toEqual([{ offset, message }]);
  });

  it('in two places, and both are reported', () => {
    expect(problemsIn('jbo == frist').map(({ offset }) => offset)).toEqual([0, 7]);
  });

  it('and is reported only once if its unknown name has members', () => {
    expect(problemsIn('jbo.body.id')).toHaveLength(1);
  });
});
