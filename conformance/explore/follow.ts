import type { PlanOfJob } from '../../shared/sessions/operation.ts';
import { isOfJob, type Operation, type Session } from '../sessions/operation.ts';
import { stepId } from '../sessions/write/places-in-steps.ts';
import { mapIn, viewIn } from './compare/names.ts';
import type { Played } from './play-session.ts';

/** How many boundaries a held job has been taken over; beyond the last it has ended. */
const [QUEUED, PICKED_UP, PROCESSING, ENDED] = [0, 1, 3, 4];

/**
 * The session for a twin of a target whose jobs no one can script: the jobs of the twin are held, and taken over their boundaries
 * when those of the target are seen to have moved, to the end that the target's came to.
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

/** How the jobs of the target ended, as far as its answers show. */
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

/** The number of the submission that made a job: what it shows is spoken of by another number. */
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

/** How far the job of the twin must be to answer as that of the target did, if the target keeps the rules. */
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
  // One that was picked up before, and is reported as cancelled now, has come to the boundary where that was honoured.
  if (status === 200 && from > QUEUED) return ENDED;
  // A cancel that came after the pick-up is honoured at the next boundary, or not at all.
  if (status === 202) return end?.status === 'cancelled' ? PICKED_UP : PROCESSING;
  return QUEUED;
}
