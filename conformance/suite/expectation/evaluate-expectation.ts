import type { Scope } from '../../../shared/expression/scope.ts';
import type { Expectation } from './expectation.ts';
import { asReported, type Found, findingOf, type JudgeKit, type Run, type Untested } from './finding.ts';
import type { Mismatch } from './mismatch.ts';
import { sparedBy } from './spares.ts';

/** What an expectation comes to for one subject. `spared` says what excuses a violation. */
export type Evaluation =
  | { outcome: 'held' }
  | { outcome: 'violated'; mismatches: Mismatch[]; spared?: string }
  | ({ outcome: 'untested' } & Untested);

/** Further mismatches are left out of a report. */
const MOST_MISMATCHES = 30;

export function evaluateExpectation(
  expectation: Expectation,
  subject: unknown,
  scope: Scope,
  kit: JudgeKit,
): Evaluation {
  const run = { scope, kit };
  const { mismatches, untested } = findingOf(expectation.check, { value: subject, pointer: '' }, run);
  if (mismatches.length > 0) return violationOf(expectation, mismatches, subject, run);
  const [first] = untested;
  return first === undefined ? { outcome: 'held' } : { outcome: 'untested', ...first };
}

/** A violation, and whether the rule has a spare for it. */
export function violationOf(
  { spares }: Pick<Expectation, 'spares'>,
  mismatches: readonly Found[],
  subject: unknown,
  run: Run,
): Extract<Evaluation, { outcome: 'violated' }> {
  const spared = spares === null ? null : sparedBy(spares, mismatches, subject, run);
  const told = mismatches.slice(0, MOST_MISMATCHES).map(asReported);
  return { outcome: 'violated', mismatches: told, ...(spared !== null && { spared }) };
}
