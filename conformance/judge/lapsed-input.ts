import { parseInstant } from '../../shared/expression/quantities.ts';
import { viewOf } from '../effects/http/view.ts';
import type { Moment, Trace } from '../play/trace.ts';

/** No one lets an input lapse while its job is about to be done: what fails so sooner was not too old. */
const KEPT_AT_LEAST = 60_000;
const ENDS: readonly unknown[] = ['succeeded', 'failed', 'cancelled'];

/**
 * Why a job of this instance may rightly have failed. For how long a job keeps its own copy of the input is not said
 * (Spec 4.1), and one that has waited for longer fails (Spec 2.2): what the instance expects of its end may then be otherwise.
 * One that had ended before cannot.
 */
export function whyInputLapsed({ moments, cleanUp }: Trace): string | null {
  const over = new Set<unknown>();
  for (const job of [...moments, ...cleanUp].flatMap(jobsAt)) {
    const { id, status } = Object(job) as Record<string, unknown>;
    const age = ageOfLapsed(job);
    if (age !== null && age >= KEPT_AT_LEAST && !over.has(id))
      return `a job failed with INPUT_EXPIRED ${Math.floor(age / 1000)} s after it was accepted: how long its input is kept is not said`;
    if (ENDS.includes(status)) over.add(id);
  }
  return null;
}

/** Whether a rule is about the outcome of a job, and not about how deliveries are made, which depends on no end. */
export function isOfEnds(rule: string): boolean {
  return !rule.startsWith('WH-');
}

/** The job that an answer shows, and those that deliveries report. */
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
