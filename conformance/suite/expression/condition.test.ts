import { describe, expect, it } from 'vitest';
import type { Known, Scope } from '../../../shared/expression/scope.ts';
import type { Node } from '../../../shared/yaml/node.ts';
import { type Problem, problemText } from '../yaml/problem.ts';
import { documentsOf } from '../yaml/source-file.ts';
import { compileCondition } from './condition.ts';
import { PURE_ARITIES, PURE_FUNCTIONS } from './functions.ts';

const scope: Scope = { names: { job: { id: 'job_1', n: 2, map: { a: 1 } } }, functions: PURE_FUNCTIONS };
const known: Known = { names: { job: true }, functions: PURE_ARITIES };

describe('A condition', () => {
  it.each<[string, string, unknown]>([
    ['job.n == 2', 'job.n == 2', true],
    ['"job.id == \'job_1\'"', "job.id == 'job_1'", true],
    ['"${job.n > 2}"', 'job.n > 2', false],
    ['"${ job.map }"', 'job.map', { a: 1 }],
    ['true', 'true', true],
    ['0', '0', 0],
    ['job.nothing', 'job.nothing', undefined],
    ["'len({a: 1})'", 'len({a: 1})', 1],
  ])('such as %s has the text %s and the value %j', (text, bare, value) => {
    const problems: Problem[] = [];
    const condition = compileCondition(nodeIn(text), problems, known);
    expect(problems).toEqual([]);
    expect(condition.text).toBe(bare);
    expect(condition.evaluate(scope)).toStrictEqual(value);
  });

  it.each([
    ['a: [job]', 'f.yaml:1:4: a condition must be an expression, such as feature.lists'],
    ['a: null', 'f.yaml:1:4: a condition must be an expression, such as feature.lists'],
    ['a: job.n = 2', 'f.yaml:1:10: job.n = 2: there is no = here; compare with =='],
    ["a: '${jbo}'", 'f.yaml:1:7: jbo: there is no jbo; did you mean job?'],
    ['a: ${job.n} == 2', 'f.yaml:1:4: ${job.n} == 2: there is no ${ within an expression; write the names bare'],
  ])('such as %s is a mistake, and never holds', (text, problem) => {
    const problems: Problem[] = [];
    const [map] = documentsOf({ file: 'f.yaml', text });
    const value = map?.kind === 'map' ? map.entries[0]?.value : undefined;
    const condition = compileCondition(value ?? nodeIn('0'), problems, known);
    expect(problems.map(problemText)).toEqual([problem]);
    expect(condition.evaluate(scope)).toBeUndefined();
  });

  it.each<[string, string[]]>([
    ['true', []],
    ['job.n == 2', ['job.n', 'job']],
    ['"!driver.jobs && len(job.list) > 0"', ['driver.jobs', 'driver', 'job.list', 'job']],
    ['"defined(feature.job.cancel) ? tenant : 0"', ['feature.job', 'feature', 'tenant']],
    ['"defined(key[job.id])"', ['key', 'job.id', 'job']],
    ['"\'driver.clock\' in [arm.name]"', ['arm.name', 'arm']],
  ])('such as %s needs %j', (text, names) => {
    expect(compileCondition(nodeIn(text), [], null).asks).toEqual(names);
  });
});

function nodeIn(text: string): Node {
  const [node] = documentsOf({ file: 'f.yaml', text });
  if (node === undefined) throw new Error('there is no node');
  return node;
}
