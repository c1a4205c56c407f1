import type { PlanOfJob } from '../../shared/sessions/operation.ts';
import { isOfJob, type Operation, type Session } from '../sessions/operation.ts';
import { stepId } from '../sessions/write/places-in-steps.ts';
import { mapIn, viewIn } from './compare/names.ts';
import type { Played } from './play-session.ts';

/** The number of boundaries that a held job has crossed; after the last one, it has ended. */
const [QUEUED, PICKED_UP, PROCESSING, ENDED] = [0, 1, 3, 4];

/**
 * Returns the session for the twin of a target whose jobs cannot be scripted. The jobs of the twin are held, and moved
 * over their boundaries when the target's jobs are seen to have moved, to the same end.
 */
export function followed(session: Session, target: Played): Session {
  const { operations } = session;
  const ends = endsIn(operations, target);
  const at = new Map<number, number>();
  const all = operations.flatMap((operation): Operation[] => {
    if (operation.does === 'submit' && operation.claim === operation.nth)
      return [{ ...operation, plan: planFor(ends.get(operation.nth)) }];
    const of = isOfJob(operation) ? jobOf(operation, operations) : null;
    if (of === null) return [operation];
    const from = at.get(of) ?? QUEUED;
    const to = Math.max(from, placeAfter(operation, target, ends.get(of), from));
    at.set(of, to);
    return to === from ? [operation] : [{ nth: -1 - operation.nth, does: 'follow', of, steps: to - from }, operation];
  });
  return { ...session, operations: all };
}

type End = { status: string; code: unknown };

/** Returns how the jobs of the target ended, as far as its answers reveal. */
function endsIn(operations: readonly Operation[], target: Played): Map<number, End> {
  const ends = new Map<number, End>();
  for (const operation of operations) {
    const of = isOfJob(operation) ? jobOf(operation, operations) : null;
    const { status, error } = mapIn(viewIn(target.seen.get(stepId(operation.nth)))?.body);
    if (of !== null && ['succeeded', 'failed', 'cancelled'].includes(String(status)))
      ends.set(of, { status: String(status), code: mapIn(error)['code'] });
  }
  return ends;
}

/**
 * Returns the number of the submission that made a job; later operations may refer to it by the number of an answer.
 */
function jobOf(operation: Operation, operations: readonly Operation[]): number | null {
  const { of } = operation as { of?: unknown };
  if (operation.does === 'submit') return operation.claim;
  const found = operations.find(({ nth }) => nth === of);
  if (found?.does === 'finish') return found.of;
  return found?.does === 'submit' ? found.nth : null;
}

function planFor(end: End | undefined): PlanOfJob {
  const code = end?.status === 'failed' ? end.code : null;
  const outcome = code === 'PROCESSING_FAILED' || code === 'INPUT_UNPROCESSABLE' ? code : 'succeeded';
  return { hold_at: 'queued', outcome, lasting: true };
}

/** Returns how far the twin's job must be to answer like the target's, provided that the target follows the rules. */
function placeAfter(operation: Operation, target: Played, end: End | undefined, from: number): number {
  const view = viewIn(target.seen.get(stepId(operation.nth)));
  if (view === null) return QUEUED;
  if (operation.does === 'cancel') return placeAtCancel(view.status, end, from);
  if (operation.does === 'delete') return view.status === 204 ? ENDED : QUEUED;
  const { status } = mapIn(view.body);
  return ['succeeded', 'failed', 'cancelled'].includes(String(status)) ? ENDED : QUEUED;
}

function placeAtCancel(status: number | null, end: End | undefined, from: number): number {
  if (status === 409) return ENDED;
  // If the job was picked up before and is now cancelled, it has reached the boundary where the cancel was honored.
  if (status === 200 && from > QUEUED) return ENDED;
  // A cancel after the pick-up is honored at the next boundary, or not at all.
  if (status === 202) return end?.status === 'cancelled' ? PICKED_UP : PROCESSING;
  return QUEUED;
}
