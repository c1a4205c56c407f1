import * as z from 'zod';
import { ERROR_TABLE, type ErrorKind } from '../errors.ts';
import { type Job, type Stage, WORKING_STAGES } from '../job.ts';
import { text, typed } from '../values/shapes.ts';
import type { AttemptFailure } from '../webhook.ts';
import type { FaultEffect } from './fault.ts';

/** What a client has met, and whether it reacted; for a refusal, its rule. Plain data, for other processes. */
export type Mark = { key: string; answered: boolean; rule: string | null };
export type Marks = ReadonlyMap<string, Mark>;

/** The format of keys, in one place, so that marks and the list of all behaviors agree. */
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

/** The key of what a read of a job shows. */
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

/** Spec 7: a request that may succeed later is retried. */
export function isRetried(kind: ErrorKind): boolean {
  return ERROR_TABLE[kind].retryable;
}

/** The faults after which a client does not get the answer to its request. */
const LOSSES: readonly FaultEffect['kind'][] = ['error', 'commit_then_error', 'commit_then_drop', 'reset', 'truncate'];

export function losesAnswer(kind: FaultEffect['kind']): boolean {
  return LOSSES.includes(kind);
}

const behaviourShape = () =>
  z
    .strictObject({
      id: text().describe('what it is known by'),
      topic: z.enum(['operations', 'jobs', 'webhooks', 'faults']).describe('what it is about'),
      says: text().describe('what it is'),
      section: text().nullable().describe('the section of the specification'),
      reaction: text().nullable().describe('what a client does about it; null if there is nothing to do'),
      remedy: text().describe('what brings it about'),
      code: text().nullable().describe('the same in code; null if no call of the emulator does'),
      state: typed<CoverageState>(z.enum(['met', 'unanswered', 'never'])).describe(
        'unanswered: it was met, and no client has ever reacted to it',
      ),
      rule: text().nullable().describe('of a refusal that was met: its rule'),
    })
    .meta({ title: 'CoveredBehaviour' });

export const coverageShape = () =>
  z
    .strictObject({
      version: z.literal(1).describe('of this form'),
      percent: z.number().describe('the share that was met, with one decimal'),
      met: z.int().describe('how many were met, and reacted to'),
      unanswered: z.int().describe('how many were met, and never reacted to'),
      never: z.int().describe('how many were never met'),
      total: z.int().describe('number of behaviors'),
      behaviours: z.array(typed<CoveredBehaviour>(behaviourShape())).describe('all behaviors'),
      others: z.array(text()).describe('what was met, and is not in the list'),
    })
    .meta({ title: 'CoverageReport' });

export const coverageSchema = z
  .strictObject({ worlds: z.enum(['all']).describe('of all worlds together, those that have ended too') })
  .partial();

export interface CoverageReport extends z.output<ReturnType<typeof coverageShape>> {}
export interface CoveredBehaviour extends z.output<ReturnType<typeof behaviourShape>> {}
/** The state of a behavior. `unanswered`: it was met, and the client has never reacted to it. */
export type CoverageState = 'met' | 'unanswered' | 'never';
/** `keys`: the behavior is met if there is a mark with any of these keys. */
export type Behaviour = Omit<CoveredBehaviour, 'state' | 'rule'> & { keys: readonly string[] };
