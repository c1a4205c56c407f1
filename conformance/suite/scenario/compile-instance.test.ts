import { describe, expect, it } from 'vitest';
import { suiteOf } from '../../testing/suite-of.ts';
import { render } from '../expression/template.ts';
import { instancesOf } from './compile-instance.ts';
import type { CallStep, Instance, Step } from './scenario.ts';

function instances(text: string): Instance[] {
  const { suite, context } = suiteOf(`scenario: a/b\ncovers: [FIRST-RULE]\n${text}`);
  const all = suite.scenarios.flatMap((scenario) =>
    (scenario.arms.length === 0 ? [null] : scenario.arms).flatMap((arm) => instancesOf(scenario, arm, context)),
  );
  expect(context.problems).toEqual([]);
  return all;
}

const ARMS = 'arms: [{name: strong, matrix: {stage: [s, t]}}, {name: weak}]';

/** Returns the constant parts of the requests of a scenario. */
function requests(text: string) {
  const steps: readonly Step[] = instances(text)[0]?.steps ?? [];
  const calls = steps.filter((step): step is CallStep => step.kind === 'call');
  const value = (template: CallStep['request']['json']) =>
    template === null ? null : render(template, { names: {}, functions: {} });
  return calls.map(({ request: { line, key, headers, query, json, body } }) => [
    ...[line, key, headers, query, json, body].map(value),
  ]);
}

describe('The instances of a scenario', () => {
  it('cover the rules that their own row names, and those that no row names', () => {
    const { suite, context } = suiteOf(`scenario: a/b
covers: [FIRST-RULE, SECOND-RULE, THIRD-RULE]
matrix: [{rule: FIRST-RULE}, {rule: SECOND-RULE}]
steps: [{call: GET /v1/usage, expect: {"\${row.rule}": {status: 200}}}]
`);
    const [scenario] = suite.scenarios;
    const all = scenario === undefined ? [] : instancesOf(scenario, null, context);
    expect(all.map(({ covers }) => covers.join(' '))).toEqual(['FIRST-RULE THIRD-RULE', 'SECOND-RULE THIRD-RULE']);
  });

  it.each([
    ['about: x', 'a/b'],
    ['matrix: [{op: skin.analyze, n: 1}, {op: makeup.apply, n: 2}]', 'a/b[skin.analyze,1] a/b[makeup.apply,2]'],
    ['matrix: {op: [x, y], n: [1, 2]}', 'a/b[x,1] a/b[x,2] a/b[y,1] a/b[y,2]'],
    [
      `matrix: {n: [1, 2]}\n${ARMS}`,
      'a/b[strong/1,s] a/b[strong/1,t] a/b[strong/2,s] a/b[strong/2,t] a/b[weak/1] a/b[weak/2]',
    ],
    ['matrix: [{n: 1, body: {a: 1}}, {n: 1, body: {a: 2}}, {n: 2, body: {a: 3}}]', 'a/b[1.1] a/b[1.2] a/b[2]'],
    ['matrix: [{name: the-first, n: 1}, {body: {a: 1}}]', 'a/b[the-first] a/b[2]'],
  ])('of %s have distinct names, made of the plain values of their rows: %s', (text, ids) => {
    expect(instances(`${text}\nsteps: []`).map(({ id }) => id)).toEqual(ids.split(' '));
  });

  it('are pinned to the class of their row', () => {
    const steps = 'steps: [{call: GET /v1/x, classify: {yes: {when: {status: 200}}, no: {when: {status: 409}}}}]';
    const arms = 'arms: [{name: a, matrix: {stage: [queued, done, other]}, pins: {queued: yes, done: no}}]';
    expect(instances(`${arms}\n${steps}`).map(({ pin }) => pin)).toEqual(['yes', 'no', null]);
  });

  it('have exclusive use of what the scenario and each of its steps require', () => {
    const text =
      'exclusive: [clock]\ngiven: [{call: GET /v1/x, exclusive: credits}]\nsteps: [{call: GET /v1/x, exclusive: credits}]';
    expect(instances(text).map(({ exclusive }) => exclusive)).toEqual([['clock', 'credits']]);
  });
});

describe('The defaults of calls', () => {
  const defaults = 'defaults: {call: POST /v1/x, key: second, headers: {A: b, C: d}, query: {q: 1}, json: {n: 1}}\n';

  it('apply unless the step overrides them', () => {
    expect(requests(`${defaults}steps: [{id: one}, {json: {n: 2}, headers: {A: z}}, {body: text}]`)).toEqual([
      ['POST /v1/x', 'second', { A: 'b', C: 'd' }, { q: 1 }, { n: 1 }, null],
      ['POST /v1/x', 'second', { A: 'z', C: 'd' }, { q: 1 }, { n: 2 }, null],
      ['POST /v1/x', 'second', { A: 'b', C: 'd' }, { q: 1 }, null, 'text'],
    ]);
  });

  it('are reduced to the key if the step calls something else', () => {
    expect(requests(`${defaults}steps: [{call: GET /v1/y}]`)).toEqual([
      ['GET /v1/y', 'second', null, null, null, null],
    ]);
  });

  it('include the headers if they have no call themselves', () => {
    expect(requests('defaults: {headers: {A: b}}\nsteps: [{call: GET /v1/y, headers: {C: d}}]')).toEqual([
      ['GET /v1/y', null, { A: 'b', C: 'd' }, null, null, null],
    ]);
  });
});
