import type { Scope } from '../expression/scope.ts';
import type { Expectation } from './expectation.ts';
import { findingOf, type JudgeKit, type Untested } from './finding.ts';
import type { Mismatch } from './mismatch.ts';

/** What an expectation comes to for one subject. */
export type Evaluation =
  | { outcome: 'held' }
  | { outcome: 'violated'; mismatches: Mismatch[] }
  | ({ outcome: 'untested' } & Untested);

/** Further mismatches are left out of a report. */
const MOST_MISMATCHES = 30;

export function evaluateExpectation({ check }: Expectation, subject: unknown, scope: Scope, kit: JudgeKit): Evaluation {
  const { mismatches, untested } = findingOf(check, { value: subject, pointer: '' }, { scope, kit });
  if (mismatches.length > 0) return { outcome: 'violated', mismatches: mismatches.slice(0, MOST_MISMATCHES) };
  const [first] = untested;
  return first === undefined ? { outcome: 'held' } : { outcome: 'untested', ...first };
}
