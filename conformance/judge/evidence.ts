import type { Evaluation } from '../suite/expectation/evaluate-expectation.ts';
import type { Mismatch } from '../suite/expectation/mismatch.ts';
import type { Reason } from '../suite/reasons.ts';

/** What one check of one rule showed, once. */
export type Evidence = {
  rule: string;
  outcome: 'held' | 'violated' | 'untested';
  /** Evidence of part of what the rule says: it may fail the rule, and never pass it. */
  partial: boolean;
  /** The id of the instance: a scenario with one arm and one row of its matrix. */
  instance: string;
  step: string;
  /** file:line:column of the check; null where there is none. */
  place: string | null;
  reason: Reason | null;
  detail: string | null;
  mismatches: Mismatch[];
  /** Positions in the tape of the instance; the last is the one that shows it. */
  exchanges: number[];
};

/** What a target does where the spec leaves it open: shown in a table, never graded. */
export type Observation = { gap: string; instance: string; step: string; seen: Record<string, unknown> };

/** Where evidence comes from: an instance, and a step of it. */
export type Source = Pick<Evidence, 'instance' | 'step' | 'partial'>;

/** Where the check stands, and where on the tape what it is about. */
type Shown = Pick<Evidence, 'place' | 'exchanges'>;

export function evidenceOf(
  rule: string,
  { instance, step, partial }: Source,
  evaluation: Evaluation,
  { place, exchanges }: Shown,
): Evidence {
  const { outcome } = evaluation;
  const isUntested = outcome === 'untested';
  const reason = isUntested ? evaluation.reason : null;
  const detail = isUntested ? evaluation.detail : null;
  const mismatches = outcome === 'violated' ? evaluation.mismatches : [];
  return { rule, outcome, partial, instance, step, place, reason, detail, mismatches, exchanges };
}

/** Nothing was seen of a rule. */
export function untestedRule(rule: string, source: Source, reason: Reason, detail: string): Evidence {
  return evidenceOf(rule, source, { outcome: 'untested', reason, detail }, { place: null, exchanges: [] });
}
