import { expect, it } from 'vitest';
import { evidenceOf } from './evidence.ts';
import { asFoundBy } from './of-model.ts';

const mismatch = { pointer: '/status', expected: '200', seen: 404 };
const violatedAt = (step: string) =>
  evidenceOf(
    'JOB-READ-200',
    { instance: 'a/b', step, partial: false },
    { outcome: 'violated', mismatches: [mismatch] },
    { place: null, exchanges: [1] },
  );

it.each<[string, string | undefined, string[]]>([
  ['this version', undefined, ['read', 'model', 'read-back/every-answer']],
  ['the version that has the model', '0.3.0', ['read', 'model', 'read-back/every-answer']],
  ['an older version', '0.2.0', ['read']],
])('%s finds what its own checks find', (_, version, steps) => {
  const all = ['read', 'model', 'read-back/every-answer'].map(violatedAt);
  expect(asFoundBy(version, all).map(({ step }) => step)).toEqual(steps);
});
