import type { ColorGradient } from '../submission.ts';
import type { Place } from '../values/place.ts';
import type { Concern, Environment, JobErrorCode, Operation, UnavailableReason } from '../vocabulary.ts';
import type { Count, Trigger } from './trigger.ts';

/** The time that a job stays in each stage, in milliseconds of the world's clock. */
export type StageDurations = { queued: number; picked_up: number; preparing: number; processing: number };

/** How a job ends. Scores and unavailable concerns override the values from the seed. */
export type Outcome =
  | { status: 'failed'; code: JobErrorCode; message: string | null }
  | {
      status: 'succeeded';
      scores: Partial<Record<Concern, number>>;
      unavailable: Partial<Record<Concern, UnavailableReason>>;
      /** What a hair try-on reports as applied; null means the requested colors. */
      applied: ColorGradient | null;
    };

/** A script for future jobs: the first plan that matches a submission and is not used up decides its job. */
export type Plan = {
  id: string;
  match: PlanMatch;
  place: Place;
  trigger: Trigger;
  count: Count;
  stages: Partial<StageDurations>;
  /** The stage in which the job stays until it is released. */
  holdAt: keyof StageDurations | null;
  outcome: Outcome | null;
};

export type PlanMatch = {
  operation: Operation | null;
  environment: Environment | null;
  key: string | null;
  idempotencyKey: string | null;
  inputDigest: string | null;
};

export type PlanSubject = { [Part in keyof PlanMatch]: PlanMatch[Part] };

export const ORDINARY_OUTCOME: Outcome = { status: 'succeeded', scores: {}, unavailable: {}, applied: null };

export function matchesPlan({ match }: Plan, subject: PlanSubject): boolean {
  return Object.entries(match).every(
    ([part, wanted]) => wanted === null || wanted === subject[part as keyof PlanMatch],
  );
}
