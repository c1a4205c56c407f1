import type { Readings } from '../../shared/questions/generated/readings.ts';
import type { Owner } from './account.ts';
import type { Charge } from './credits.ts';
import type { JobError, JobOutput, RenderedImage } from './output.ts';
import type { InputRef, InputRole, Submission } from './submission.ts';
import type { Outcome, StageDurations } from './test-control/plan.ts';
import type { Instant } from './values/time.ts';
import type { JobStatus } from './vocabulary.ts';

/** Reading 34: four internal stages, of which a caller sees only the statuses `queued` and `running`. */
export const WORKING_STAGES = ['queued', 'picked_up', 'preparing', 'processing'] as const;
export type WorkingStage = (typeof WORKING_STAGES)[number];
export type Stage = WorkingStage | 'succeeded' | 'failed' | 'cancelled';

/** The bytes that a job works on, kept separately from the asset that they came from (spec 2.2). */
export type SnapshotPart = { role: InputRole; digest: string; width: number; height: number };

/** A job as bytes: its JSON, and a tag that changes if and only if the JSON changes (reading 38). */
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
  /** Null once erased: its retention passed, or the job was deleted. */
  snapshot: readonly SnapshotPart[] | null;
  snapshotTimer: number | null;
  /** The digest of the source image, which is kept after the bytes are erased. */
  sourceDigest: string;
  cancelRequested: boolean;
  stages: StageDurations;
  /** Reading 34: the statuses that a caller sees in the stages `picked_up` and `preparing`. */
  stageStatus: Readings['stage_status'];
  /** How it ends, as far as is known: an unplanned failure replaces it. */
  outcome: Outcome;
  /** What decided how it ends; absent if that is its input. */
  decidedBy?: 'plan' | 'magic_image' | 'cancel' | 'timeout';
  /** Reading 42: the endpoints that were enabled when the job was submitted, if only those receive its event. */
  receivers?: readonly string[];
  /** The plan that applied to it, which need not have set its outcome. */
  plan?: string;
  /** The stage that ends only by a release or a step. */
  holdAt: WorkingStage | null;
  /** The images, once they are made; the job does not end before its processing time is over. */
  processed: readonly RenderedImage[] | null;
  output: JobOutput | null;
  error: JobError | null;
  results: readonly string[];
  charge: Charge | null;
  timer: number | null;
  /** The timer that ends a job that takes too long. */
  timeoutTimer: number | null;
  /** The bytes that every route serves; computed once for each change. */
  view: JobView;
  /** The view in the answer that accepted the job, if replays repeat it and it is not just a queued job. */
  shownFirst?: JobView;
};

export function statusOf({ stage, stageStatus }: Pick<Job, 'stage' | 'stageStatus'>): JobStatus {
  if (stage === 'picked_up' || stage === 'preparing') return stageStatus[stage];
  return stage === 'processing' ? 'running' : stage;
}

export function isTerminal(job: Pick<Job, 'stage'>): boolean {
  return job.stage === 'succeeded' || job.stage === 'failed' || job.stage === 'cancelled';
}
