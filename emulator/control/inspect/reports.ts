import type { Charge } from '../../domain/credits.ts';
import type { WorkingStage } from '../../domain/job.ts';
import type { Outcome, StageDurations } from '../../domain/test-control/plan.ts';
import type { JobStatus } from '../../domain/vocabulary.ts';
import type { DeliveryState } from '../../domain/webhook.ts';
import type { balanceBody } from '../../world/reports.ts';
import type { TimerKind } from '../../world/state.ts';
import type { ClockReport } from '../clock-control.ts';
import type { JobReport } from '../job-control.ts';

/** What a person who looks at a world is told of it. */

export type SummaryReport = {
  clock: ClockReport;
  jobs: Record<JobStatus, number>;
  deliveries: Record<DeliveryState, number>;
  /** The serial of the newest exchange; 0 where there is none. */
  exchanges: number;
  findings: number;
  /** When the next work falls due; null where none does. */
  next_due: string | null;
};

export type AgendaRow = { at: string; kind: TimerKind; ref: string };

export type JobStory = JobReport & {
  /** What a read of it answers. */
  body: unknown;
  etag: string;
  idempotency_key: string | null;
  /** What the pictures are called under which it can be seen. */
  pictures: { name: string; role: string; media_type: string | null; width: number; height: number }[];
  stages: StageDurations;
  stage_since: string;
  hold_at: WorkingStage | null;
  decided_by: { by: 'plan' | 'magic_image' | 'input'; plan: string | null };
  outcome: Outcome;
  charge: Charge | null;
};

export type KeyStory = {
  id: string;
  secret: string;
  environment: 'live' | 'test';
  scopes: string[];
  usable: boolean;
  networks: string[] | null;
};

export type AccountStory = {
  id: string;
  disabled: boolean;
  webhooks: boolean;
  features: Record<'live' | 'test', Record<string, boolean>>;
  balance: ReturnType<typeof balanceBody>;
  keys: KeyStory[];
};

export type LedgerRow = {
  at: string | null;
  kind: 'opening' | 'hold' | 'capture' | 'release';
  units: number;
  job: string | null;
  settled: number;
  held: number;
  available: number;
};

export type AttemptRequest = {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** What was signed: the time, a point and the raw body. */
  base_string: string;
  signatures: { value: string; secret: 'present' | 'previous' | null }[];
};
