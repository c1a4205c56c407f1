import type { Scope } from '../expression/scope.ts';
import type { Expectation } from './expectation.ts';
import { findingOf, type JudgeKit } from './finding.ts';
import type { Mismatch } from './mismatch.ts';

export type Judgement =
  | { outcome: 'held' }
  | { outcome: 'violated'; mismatches: Mismatch[] }
  | { outcome: 'untested'; why: string };

/** Further mismatches are left out of a report. */
const MOST_MISMATCHES = 30;

export function judge({ check }: Expectation, subject: unknown, scope: Scope, kit: JudgeKit): Judgement {
  const { mismatches, untested } = findingOf(check, { value: subject, pointer: '' }, { scope, kit });
  if (mismatches.length > 0) return { outcome: 'violated', mismatches: mismatches.slice(0, MOST_MISMATCHES) };
  const [why] = untested;
  return why === undefined ? { outcome: 'held' } : { outcome: 'untested', why };
}
