import type { Readings } from '../../shared/questions/generated/readings.ts';
import type { Owner } from './account.ts';
import type { Charge } from './credits.ts';
import type { JobError, JobOutput, ProcessedImages } from './output.ts';
import type { InputRef, InputRole, Submission } from './submission.ts';
import type { Outcome, StageDurations } from './test-control/plan.ts';
import type { Instant } from './values/time.ts';
import type { JobStatus } from './vocabulary.ts';

/** Reading 34: four inner stages behind the two statuses that a caller sees before the end. */
export const WORKING_STAGES = ['queued', 'picked_up', 'preparing', 'processing'] as const;
export type WorkingStage = (typeof WORKING_STAGES)[number];
export type Stage = WorkingStage | 'succeeded' | 'failed' | 'cancelled';

/** The bytes that a job works on, kept apart from the asset that they came from (spec 2.2). */
export type SnapshotPart = { role: InputRole; digest: string; width: number; height: number };

/** A job as bytes: its JSON and the tag that changes exactly when the JSON does (reading 38). */
export type JobView = { json: string; etag: string; terminal: boolean };

export type Job = {
  id: string;
  owner: Owner;
  submission: Submission;
  idempotencyKey: string | null;
  stage: Stage;
  stageSince: Instant;
  createdAt: Instant;
  updatedAt: Instant;
  completedAt: Instant | null;
  expiresAt: Instant | null;
  inputs: readonly InputRef[];
  /** Null once erased: its retention lapsed, or the job was deleted. */
  snapshot: readonly SnapshotPart[] | null;
  snapshotTimer: number | null;
  /** The digest of the source image; it is kept after the bytes are erased. */
  sourceDigest: string;
  cancelRequested: boolean;
  stages: StageDurations;
  /** Reading 34: the statuses that the stages between waiting and working are shown as. */
  stageStatus: Readings['stage_status'];
  outcome: Outcome;
  /** Reading 42: the endpoints that were enabled when it was submitted, where they alone get its event. */
  receivers?: readonly string[];
  /** The plan that decided it. */
  plan?: string;
  /** The stage that only a release or a step ends. */
  holdAt: WorkingStage | null;
  /** The images, once image processing has made them; the job ends when its processing time is over as well. */
  processed: ProcessedImages | null;
  output: JobOutput | null;
  error: JobError | null;
  results: readonly string[];
  charge: Charge | null;
  timer: number | null;
  /** What ends the job where it takes too long. */
  timeoutTimer: number | null;
  /** The bytes that every route serves; made once for each change. */
  view: JobView;
  /** What the answer that accepted it showed, where that is more than a queued job and replays repeat it. */
  shownFirst?: JobView;
};

export function statusOf({ stage, stageStatus }: Pick<Job, 'stage' | 'stageStatus'>): JobStatus {
  if (stage === 'picked_up' || stage === 'preparing') return stageStatus[stage];
  return stage === 'processing' ? 'running' : stage;
}

export function isTerminal(job: Pick<Job, 'stage'>): boolean {
  return job.stage === 'succeeded' || job.stage === 'failed' || job.stage === 'cancelled';
}
