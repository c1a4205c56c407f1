import { parseInstant } from '../../shared/expression/quantities.ts';
import { viewOf } from '../effects/http/view.ts';
import type { Moment, Trace } from '../play/trace.ts';

/** An input is kept at least this long. A job that fails sooner with INPUT_EXPIRED is wrong. */
const KEPT_AT_LEAST = 60_000;
const ENDS: readonly unknown[] = ['succeeded', 'failed', 'cancelled'];

/**
 * Returns why a job of this instance may rightly have failed. Neither how long a job keeps its copy of the input (Spec
 * 4.1) nor when a waiting job fails (Spec 2.2) is specified, so the end of the job may differ from what the instance
 * expects. Ignores jobs that had already ended.
 */
export function whyInputLapsed({ moments, cleanUp }: Trace): string | null {
  const over = new Set<unknown>();
  for (const job of [...moments, ...cleanUp].flatMap(jobsAt)) {
    const { id, status } = Object(job) as Record<string, unknown>;
    const age = ageOfLapsed(job);
    if (age !== null && age >= KEPT_AT_LEAST && !over.has(id))
      return `a job failed with INPUT_EXPIRED ${Math.floor(age / 1000)} s after it was accepted, and the specification does not say how long its input is kept`;
    if (ENDS.includes(status)) over.add(id);
  }
  return null;
}

/** Returns whether a rule depends on the outcome of a job. Rules about making deliveries do not, nor what a result shows. */
export function isOfEnds(rule: string): boolean {
  return !/^(?:WH-|RESULT-(?:OF-SOURCE|SHOWS-PRODUCTS)$)/.test(rule);
}

function jobsAt(moment: Moment): unknown[] {
  if (moment.kind === 'answer') return moment.exchange.answer === null ? [] : [viewOf(moment.exchange).body];
  if (moment.kind !== 'step' || !Array.isArray(moment.subject)) return [];
  return moment.subject.map((one) => Object(Object(Object(one).json).data).object);
}

function ageOfLapsed(job: unknown): number | null {
  const { error, created_at, completed_at } = Object(job) as Record<string, unknown>;
  if (Object(error).code !== 'INPUT_EXPIRED') return null;
  const [accepted, over] = [parseInstant(created_at), parseInstant(completed_at)];
  return accepted === null || over === null ? null : over - accepted;
}
