import { ERROR_TABLE, type ErrorKind } from '../errors.ts';
import { type Job, type Stage, WORKING_STAGES } from '../job.ts';
import type { AttemptFailure } from '../webhook.ts';
import type { FaultEffect } from './fault.ts';

/**
 * A client has met something, and has reacted, where there is something to react to. A refusal is by a rule. Plain data:
 * it may cross processes.
 */
export type Mark = { key: string; answered: boolean; rule: string | null };
export type Marks = ReadonlyMap<string, Mark>;

/** The words of keys, in one place: whoever notes one and whoever lists all that there are say it alike. */
export const KEYS = {
  success: (route: string, status: number) => `${route} ${status}`,
  refusal: (route: string, kind: ErrorKind) => `${route} ${kind}`,
  stage: (stage: Stage) => `job ${stage}`,
  success_of: (operation: string) => `job succeeded ${operation}`,
  failure: (code: string) => `job failed ${code}`,
  gone: (what: 'job' | 'asset', cause: string) => `${what} ${cause}`,
  event: (type: string) => `event ${type}`,
  event_of_deleted: 'event of a deleted job',
  attempt: (outcome: AttemptOutcome) => `attempt ${outcome}`,
  again: (how: 'retry' | 'resend') => `delivery ${how}`,
  exhausted: 'delivery exhausted',
  disabled: 'endpoint disabled',
  signature: (count: number) => `signature ${count} v1`,
  fault: (kind: FaultEffect['kind']) => `fault ${kind}`,
} as const;

export const ATTEMPT_OUTCOMES = ['2xx', '3xx', '4xx', '5xx', 'timeout', 'connection', 'tls'] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

export function attemptOutcome(status: number | null, failure: AttemptFailure | null): AttemptOutcome {
  const first = Math.floor((status ?? 0) / 100);
  return failure ?? ATTEMPT_OUTCOMES.find((outcome) => outcome === `${first}xx`) ?? '5xx';
}

/** What a read of a job shows of it. */
export function keyOfJob({ stage, submission, error }: Pick<Job, 'stage' | 'submission' | 'error'>): string {
  if (stage === 'succeeded') return OF_SUCCESS[submission.operation];
  return stage === 'failed' ? KEYS.failure(error?.code ?? '') : OF_STAGE[stage];
}

const OF_STAGE = {
  ...(Object.fromEntries(WORKING_STAGES.map((stage) => [stage, KEYS.stage(stage)])) as Record<
    (typeof WORKING_STAGES)[number],
    string
  >),
  cancelled: KEYS.stage('cancelled'),
};
const OF_SUCCESS = {
  'skin.analyze': KEYS.success_of('skin.analyze'),
  'makeup.apply': KEYS.success_of('makeup.apply'),
  'hair.try_on': KEYS.success_of('hair.try_on'),
};

/** Spec 7: what may work later is tried again. */
export function isRetried(kind: ErrorKind): boolean {
  return ERROR_TABLE[kind].retryable;
}

/** Those by which a client does not get the answer to what it asked. */
const LOSSES: readonly FaultEffect['kind'][] = ['error', 'commit_then_error', 'commit_then_drop', 'reset', 'truncate'];

export function losesAnswer(kind: FaultEffect['kind']): boolean {
  return LOSSES.includes(kind);
}

/** Where a behaviour stands. `unanswered`: it was met, and the client has never reacted to it. */
export type CoverageState = 'met' | 'unanswered' | 'never';

export type Behaviour = {
  id: string;
  topic: 'operations' | 'jobs' | 'webhooks' | 'faults';
  says: string;
  section: string | null;
  /** Marks by which it has been met: any of them. */
  keys: readonly string[];
  /** What a client does that reacts to it; null where there is nothing to do. */
  reaction: string | null;
  /** What brings it about. */
  remedy: string;
  /** The same in code, for an `emulator`, before the client is asked. */
  code: string | null;
};

export type CoveredBehaviour = Omit<Behaviour, 'keys'> & {
  state: CoverageState;
  /** The id of the rule by which it was refused, once it was met. */
  rule: string | null;
};

export type CoverageReport = {
  version: 1;
  /** The share that was met, and reacted to, in percent with one decimal. */
  percent: number;
  met: number;
  unanswered: number;
  never: number;
  total: number;
  behaviours: CoveredBehaviour[];
  /** What was met and stands in no list: a deviation, an unusual reading, or an unknown path. */
  others: string[];
};
