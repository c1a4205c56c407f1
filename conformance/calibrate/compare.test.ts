import { expect, it } from 'vitest';
import type { Report } from '../report/report.ts';
import { compareRules, parityText } from './compare.ts';

type Verdicts = Record<string, string>;
const reportWith = (verdicts: Verdicts) => {
  const rules = Object.entries(verdicts).map(([id, verdict]) => ({ id, verdict }));
  return { rules, evidence: [], instances: [] } as Partial<Record<keyof Report, unknown>> as Report;
};

it('Rules count as different if their verdicts differ and both servers were tested for them', () => {
  const a = reportWith({ SAME: 'pass', OTHER: 'pass', ONE: 'fail' });
  const b = reportWith({ SAME: 'pass', OTHER: 'warn', ONE: 'untested' });
  expect(compareRules(a, b)).toEqual({
    same: 1,
    compared: 2,
    differ: [{ rule: 'OTHER', a: 'pass', b: 'warn', exchanges: { a: null, b: null } }],
  });
});

it.each([
  [2, 3, 'parity 2 of 2 questions, 3 of 3 rules'],
  [0, 3, 'parity 3 of 3 rules'],
  [2, 0, 'parity 2 of 2 questions'],
])('The last line counts %d questions and %d rules', (questions, rules, text) => {
  const alike = (count: number) => ({ same: count, compared: count, differ: [] });
  expect(parityText({ questions: alike(questions), rules: alike(rules) })).toBe(text);
});
