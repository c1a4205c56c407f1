import { openQuestion } from '../../conformance/testing/open-question.ts';
import type { Question } from '../../shared/questions/question.ts';
import type { ChoiceResult } from './prove.ts';

export const SMALL_TABLE: readonly Question[] = [
  openQuestion('size', { was: { 1: ['size-small', 'all-small'] }, below: 'limit' }),
  openQuestion('limit', { choices: { kind: 'integer', from: 0, to: null }, default: 2, tries: [1] }),
  openQuestion('codes.gone', {
    choices: { kind: 'code', from: null, to: null },
    default: 'GONE',
    tries: ['AWAY'],
    was: { AWAY: ['all-small'] },
    blamed: { AWAY: ['FIRST-RULE'] },
  }),
  openQuestion('kept', {
    choices: { kind: 'duration', from: 0, to: null },
    default: 1_000,
    tries: [7_200_000],
    not_with: [{ choice: 7_200_000, other: 'size', is: [0], because: 'nothing is there to keep' }],
  }),
  openQuestion('fixed', { set: false, why_not: 'it is built in' }),
];

/** A result without failures, overridden by what a test needs. */
export function choiceResult(name: string, own: Partial<ChoiceResult> = {}): ChoiceResult {
  return {
    name,
    rules: [],
    failed: [],
    errors: [],
    verdicts: [],
    seen: {},
    unfired: [],
    byMarked: [],
    enough: [],
    ...own,
  };
}
