import * as z from 'zod/mini';
import type { Evaluation } from '../suite/expectation/expectation.ts';
import { mismatchSchema } from '../suite/expectation/finding.ts';
import { type Reason, reasonSchema } from '../suite/reasons.ts';

const fields = z.strictObject({
  rule: z.string(),
  outcome: z.literal(['held', 'violated', 'untested']),
  /** Evidence about a part of the rule: it can fail the rule, but never pass it. */
  partial: z.boolean(),
  /** The id of the instance: a scenario with one arm and one row of its matrix. */
  instance: z.string(),
  step: z.string(),
  /** file:line:column of the check; null if there is none. */
  place: z.nullable(z.string()),
  reason: z.nullable(reasonSchema),
  detail: z.nullable(z.string()),
  mismatches: z.array(mismatchSchema),
  /** For a violated derived rule, the lawful alternative that was seen. */
  spared: z.exactOptional(z.string()),
  /** Positions in the tape of the instance; the last one is decisive. */
  exchanges: z.array(z.int()),
});

/** The result of one evaluation of a check. */
export interface Evidence extends z.output<typeof fields> {}
export const evidenceSchema: z.ZodMiniType<Evidence> = fields;

/** The behavior of a target where the spec leaves it open. Listed in a table, never graded. */
export const observationSchema = z.strictObject({
  gap: z.string(),
  instance: z.string(),
  step: z.string(),
  seen: z.record(z.string(), z.unknown()),
});
export type Observation = z.output<typeof observationSchema>;

export type Source = Pick<Evidence, 'instance' | 'step' | 'partial'>;

/** The place of the check, and the exchanges it is about. */
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
  const spared = outcome === 'violated' ? evaluation.spared : undefined;
  const evidence = { rule, outcome, partial, instance, step, place, reason, detail, mismatches, exchanges };
  return spared === undefined ? evidence : { ...evidence, spared };
}

/** Makes the evidence that a rule was not tested. */
export function untestedRule(rule: string, source: Source, reason: Reason, detail: string): Evidence {
  return evidenceOf(rule, source, { outcome: 'untested', reason, detail }, { place: null, exchanges: [] });
}
