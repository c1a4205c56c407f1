import type { Owner } from './account.ts';
import { environmentOf } from './account.ts';
import type { Submission } from './submission.ts';
import type { Concern, Environment, JobErrorCode, Operation, UnavailableReason } from './vocabulary.ts';

/** How long a job stays in each stage, in milliseconds of the world's clock. */
export type StageDurations = { queued: number; picked_up: number; preparing: number; processing: number };

/** What becomes of a job. Scores and unavailable concerns override what the seed would give. */
export type Outcome =
  | { status: 'failed'; code: JobErrorCode; message: string | null }
  | {
      status: 'succeeded';
      scores: Partial<Record<Concern, number>>;
      unavailable: Partial<Record<Concern, UnavailableReason>>;
    };

/** A script for jobs to come: the first plan that matches a submission and is not used up decides it. */
export type Plan = {
  id: string;
  match: { operation: Operation | null; environment: Environment | null; idempotencyKey: string | null };
  /** How many jobs it may still decide; null is every one. */
  remaining: number | null;
  stages: Partial<StageDurations>;
  outcome: Outcome | null;
};

export const ORDINARY_OUTCOME: Outcome = { status: 'succeeded', scores: {}, unavailable: {} };

export function matchesPlan(plan: Plan, owner: Owner, submission: Submission, idempotencyKey: string | null): boolean {
  const { operation, environment, idempotencyKey: key } = plan.match;
  if (plan.remaining === 0) return false;
  if (operation !== null && operation !== submission.operation) return false;
  if (environment !== null && environment !== environmentOf(owner)) return false;
  return key === null || key === idempotencyKey;
}
