import { deedText, worldText } from '../../sessions/deed-text.ts';
import { inOrder, type Operation, type Session } from '../../sessions/operation.ts';
import { stepId } from '../../sessions/write/places-in-steps.ts';
import type { Difference, Pair } from '../compare/compare.ts';
import { mapIn, namesIn, viewIn } from '../compare/names.ts';
import type { Coverage } from '../coverage.ts';
import type { Played } from '../play-session.ts';

/** Describes a session like a bug report: the operations with both answers, side by side where they differ. */
export function storyLines(session: Session, difference: Difference, pair: Pair): string[] {
  const { world } = session;
  const { operations } = inOrder(session);
  const together = new Set(session.operations.flatMap((one) => (one.does === 'at once' ? one.parts.slice(1) : [])));
  const steps = operations.flatMap((operation, index) => {
    const isLast = operation.nth === difference.operation.nth;
    const when = together.has(operation) ? 'at the same time ' : '';
    const line = `  ${index + 1}. ${when}${deedText(operation)}`;
    return isLast
      ? [line, ...sideLines(operation, difference, pair)]
      : [`${line}: ${answerText(operation, pair.target, namesIn(operations, pair.target))}`];
  });
  return [worldText(world), ...steps];
}

function sideLines(operation: Operation, { what, target, twin, rule }: Difference, pair: Pair): string[] {
  const own = (side: Played) => answerText(operation, side, new Map());
  const about = rule === null ? what : `${rule}, at ${what === '' ? 'the whole answer' : what}`;
  return [
    `       the target    ${own(pair.target)}`,
    `       the emulator  ${own(pair.twin)}`,
    `     ${about}: ${valueText(target)}, and ${rule === null ? `the emulator has ${valueText(twin)}` : `expected is ${valueText(twin)}`}`,
  ];
}

function valueText(value: unknown): string {
  return value === undefined ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the status, the code and what the answer is about. */
function answerText(operation: Operation, played: Played, names: ReadonlyMap<string, string>): string {
  const seen = played.seen.get(stepId(operation.nth));
  if (seen === undefined) return operation.does in QUIET ? 'done' : 'passed over';
  const view = viewIn(seen);
  if (view === null) return Array.isArray(seen.subject) ? `${seen.subject.length} deliveries` : 'done';
  const { id, status } = mapIn(view.body);
  const { code } = mapIn(mapIn(view.body)['error']);
  const parts = [view.status ?? view.silence, code, names.get(String(id)), typeof status === 'string' ? status : null];
  return parts.filter((part) => part !== undefined && part !== null).join(', ');
}

const QUIET = { wait: true, 'wait for its end': true, credits: true, ping: true, endpoint: true };

/**
 * Describes the coverage: each operation with its answers, the transitions of jobs, and the number of pairs of
 * operations.
 */
export function coverageLines({ answers, transitions, pairs }: Coverage): string[] {
  const byOperation = new Map<string, string[]>();
  for (const [answer, count] of [...answers].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const [, operation = answer, rest = ''] = /^(.*?) (\d{3}.*|no answer.*)$/.exec(answer) ?? [];
    byOperation.set(operation, [...(byOperation.get(operation) ?? []), `${rest} (${count})`]);
  }
  return [
    `covered: ${byOperation.size} operations, ${answers.size} of their answers, ${pairs.size} pairs of operations one after the other`,
    ...[...byOperation].map(([operation, all]) => `  ${operation}: ${all.join(', ')}`),
    ...(transitions.size === 0
      ? []
      : [`  jobs: ${[...transitions].map(([way, count]) => `${way} (${count})`).join(', ')}`]),
  ];
}
