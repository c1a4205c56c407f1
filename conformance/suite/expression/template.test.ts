import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Known, MissingValue, type Scope } from '../../../shared/expression/scope.ts';
import type { Node } from '../../../shared/yaml/node.ts';
import { type Problem, problemText } from '../yaml/problem.ts';
import { documentsOf } from '../yaml/source-file.ts';
import { PURE_ARITIES, PURE_FUNCTIONS } from './functions.ts';
import { compileTemplate, expressionsIn, render, renderLoose } from './template.ts';

const scope: Scope = {
  names: { job: { id: 'job_1', n: 2, on: true, none: null, list: [1, 'a'], map: { a: 1 } }, key: 'Retry-After' },
  functions: PURE_FUNCTIONS,
};
const known: Known = { names: { job: true, key: true }, functions: PURE_ARITIES };

function compiled(text: string) {
  const problems: Problem[] = [];
  return { template: compileTemplate(nodeIn(text), problems, known), problems: problems.map(problemText) };
}

function rendered(text: string): unknown {
  const { template, problems } = compiled(text);
  expect(problems).toEqual([]);
  return render(template, scope);
}

describe('A template', () => {
  it.each<[string, unknown]>([
    ['12', 12],
    ['null', null],
    ['text', 'text'],
    ['"${job.id}"', 'job_1'],
    ['"${job.n}"', 2],
    ['"${job.none}"', null],
    ['"${job.list}"', [1, 'a']],
    ['POST /v1/jobs/${job.id}/cancel', 'POST /v1/jobs/job_1/cancel'],
    ['"${job.n}${job.on}${job.none}"', '2truenull'],
    ["'${job.list} ${job.map}'", '[1,"a"] {"a":1}'],
    ['"${ merge(job.map, {b: {c: 1}}) }"', { a: 1, b: { c: 1 } }],
    ['"$${job.id}"', '${job.id}'],
    ['"$${job.id} is ${job.id}"', '${job.id} is job_1'],
    [
      '{headers: {"${key}": "${job.n}"}, list: [1, "${job.id}"]}',
      { headers: { 'Retry-After': 2 }, list: [1, 'job_1'] },
    ],
    ['{"a-${job.n}": 1}', { 'a-2': 1 }],
    ['{__proto__: "${job.n}"}', Object.fromEntries([['__proto__', 2]])],
  ])('such as %s renders as %j', (text, value) => {
    expect(rendered(text)).toStrictEqual(value);
  });

  it('without expressions is a constant, whatever its value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const { template } = compiled(JSON.stringify(value).replaceAll('${', ''));
        expect(template.isConstant).toBe(true);
        expect(render(template, scope)).toBe(render(template, { names: {}, functions: {} }));
      }),
      { numRuns: 50 },
    );
  });

  it('is constant and frozen if it contains no expression', () => {
    expect(compiled('{a: [1, "${job.id}"]}').template.isConstant).toBe(false);
    expect(compiled('{"${key}": 1}').template.isConstant).toBe(false);
    const constant = compiled('{a: [1, {b: $}], c: "$${x}"}').template;
    expect(constant.isConstant).toBe(true);
    const value = render(constant, scope) as { a: unknown[] };
    expect(() => value.a.push(2)).toThrow(TypeError);
  });

  it.each([
    ['"${nothing.id}"', 'nothing.id'],
    ['"/v1/${ nothing }"', 'nothing'],
    ['{a: [{"${nothing}": 1}]}', 'nothing'],
    ['"${{a: nothing}}"', '{a: nothing}'],
  ])('such as %s reports what is missing', (text, expression) => {
    const template = compileTemplate(nodeIn(text), [], null);
    expect(() => render(template, scope)).toThrow(new MissingValue(expression));
    expect(() => render(template, scope)).toThrow(MissingValue);
    expect(renderLoose(template, scope)).toBeUndefined();
  });

  it('can be rendered loosely, which tolerates missing values but no other errors', () => {
    const functions = {
      broken: () => {
        throw new TypeError('broken');
      },
    };
    const template = compileTemplate(nodeIn('"${broken()}"'), [], null);
    expect(() => renderLoose(template, { names: {}, functions })).toThrow(TypeError);
  });

  it('lists its expressions', () => {
    const { template } = compiled('{"${key}": ["${job.id}", "a ${job.n} ${job.on}"], b: 1}');
    expect(expressionsIn(template).map(({ text }) => text)).toEqual(['key', 'job.id', 'job.n', 'job.on']);
  });
});

describe('A mistake in a template', () => {
  it.each([
    ['a: "${jbo.id}"', 'f.yaml:1:7: jbo.id: there is no jbo; did you mean job?'],
    ["a: 'x ${jbo.id}'", 'f.yaml:1:9: jbo.id: there is no jbo; did you mean job?'],
    ['a: x ${1 + jbo}', 'f.yaml:1:12: 1 + jbo: there is no jbo; did you mean job?'],
    ['a: "${len()}"', 'f.yaml:1:7: len(): len takes 1 argument, not 0'],
    ['a: "${job id}"', 'f.yaml:1:11: job id: id makes no sense here'],
    ['a: "${}"', 'f.yaml:1:7: : the expression ends too early; a value is missing'],
    ['a: "x ${job"', 'f.yaml:1:7: this ${ has no }; close it, or write $${ for a ${ itself'],
    ['a: "x\\t${jbo}"', 'f.yaml:1:4: jbo: there is no jbo; did you mean job?'],
    ['a: >-\n  folded\n  ${jbo}', 'f.yaml:1:4: jbo: there is no jbo; did you mean job?'],
    ['{b: 1, "${jbo}": 1}', 'f.yaml:1:8: jbo: there is no jbo; did you mean job?'],
  ])('%j is reported with its place', (text, problem) => {
    expect(compiled(text).problems).toEqual([problem]);
  });

  it('is reported briefly', () => {
    const { problems } = compiled(`a: "\${${'[job, '.repeat(40)}"`);
    expect(problems.join('').length).toBeLessThan(200);
    expect(compiled(`"\${${'job + '.repeat(40)} jbo}"`).problems.join('')).toContain('…: there is no jbo');
  });

  it('does not hide others', () => {
    expect(compiled('{a: "${jbo} ${frist}", b: ["${kye}"]}').problems).toHaveLength(3);
  });

  it('in a name is not reported if the names are unknown', () => {
    const problems: Problem[] = [];
    compileTemplate(nodeIn('"${jbo.id}"'), problems, null);
    expect(problems).toEqual([]);
  });
});

function nodeIn(text: string): Node {
  const [node] = documentsOf({ file: 'f.yaml', text });
  if (node === undefined) throw new Error('there is no node');
  return node;
}
