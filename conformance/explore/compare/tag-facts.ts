import type { Operation } from '../../sessions/operation.ts';
import { stepId } from '../../sessions/write/places-in-steps.ts';
import type { Played } from '../play-session.ts';
import type { Facts } from './facts.ts';
import { viewIn } from './views.ts';

/**
 * Spec 4.3: the body of a cancel is the Job that a later read answers, with the same ETag. Where the read shows another body, as
 * of a job that went on, its tag may be another.
 */
export function tagFacts(operation: Operation, operations: readonly Operation[], { seen }: Played): Facts {
  if (operation.does !== 'read' || operation.thing !== 'job' || operation.tag !== undefined) return {};
  const read = viewIn(seen.get(stepId(operation.nth)));
  const before = operations.slice(0, operations.indexOf(operation));
  const cancel = before.findLast(
    (one) => one.does === 'cancel' && one.of === operation.of && one.key === operation.key,
  );
  const cancelled = cancel === undefined ? null : viewIn(seen.get(stepId(cancel.nth)));
  if (read?.status !== 200 || cancelled === null || Number(cancelled.status) >= 300) return {};
  if (read.text !== cancelled.text) return {};
  return { 'has the tag of the cancel': read.header['etag'] === cancelled.header['etag'] };
}
