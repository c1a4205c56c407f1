import { expect, it } from 'vitest';
import { comparisonHtml } from '../compare-html.ts';
import { factsOf } from './facts.ts';
import { likenessOf, stillDiffering } from './likeness.ts';
import type { Value } from './value.ts';

function side(answers: Readonly<Record<string, Readonly<Record<string, Value>>>>, body: unknown) {
  const all = Object.entries(answers).map(([label, features]) => {
    const raw = {
      method: 'GET',
      path: '/v1/jobs/job_0123456789',
      parameters: [],
      named: null,
      status: 200,
      headers: {},
      body,
    };
    return [label, { kind: label, features: new Map(Object.entries(features)), raw }] as const;
  });
  return factsOf(new Map(all), new Map([['notes | x', 1]]));
}

const [A, B] = [
  side({ one: { tag: 'weak' }, two: { tag: 'weak' }, three: { status: 200 } }, { link: '/a?ticket=s3cret', is: 'A' }),
  side({ one: { tag: 'strong' }, two: { tag: 'strong' }, three: { status: 200 } }, { is: 'B' }),
];

it('The same difference in several places is reported once, with both answers and without query values', () => {
  const found = likenessOf(A, B);
  expect(found).toMatchObject({ alike: 2, compared: 3, share: 2 / 3 });
  expect(found.differ).toEqual([
    {
      ...{ place: 'one | tag', a: 'weak', b: 'strong', places: 2 },
      shown: { request: 'GET /v1/jobs/job_…', a: '200 {"link":"/a?ticket=…","is":"A"}', b: '200 {"is":"B"}' },
    },
  ]);
  const empty = { same: 0, compared: 0, differ: [] };
  const named = { ...found, differ: found.differ.map((one) => ({ ...one, question: null })) };
  const page = comparisonHtml({ a: 'http://a', b: 'http://b', questions: empty, rules: empty }, named);
  expect(page).toContain('facts alike: 2 of 3');
  expect(page).toContain('<code>one | tag</code><br>GET /v1/jobs/job_…');
});

it('A difference that does not occur again counts as alike', () => {
  expect(stillDiffering(likenessOf(A, B), A, A)).toMatchObject({ alike: 3, share: 1, differ: [] });
});
