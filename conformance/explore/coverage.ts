import type { Operation, Session } from '../sessions/operation.ts';
import { stepId } from '../sessions/write/places-in-steps.ts';
import type { Pair } from './compare/compare.ts';
import { mapIn, viewIn } from './compare/names.ts';

/**
 * What sessions saw of the target: how often each operation had which answer, and which operations followed each other.
 */
export type Coverage = {
  /** By operation, with the status and code of its answer. */
  answers: ReadonlyMap<string, number>;
  /** From one status of a job to another. */
  transitions: ReadonlyMap<string, number>;
  /** An operation and the one after it. */
  pairs: ReadonlySet<string>;
};

export const NOTHING_COVERED: Coverage = { answers: new Map(), transitions: new Map(), pairs: new Set() };

export function noted(before: Coverage, { operations }: Session, { target }: Pair): Coverage {
  const answers = new Map(before.answers);
  const transitions = new Map(before.transitions);
  const pairs = new Set(before.pairs);
  const states = new Map<string, string>();
  for (const [index, operation] of operations.entries()) {
    const earlier = operations[index - 1];
    if (earlier !== undefined) pairs.add(`${nameOfOperation(earlier)}, ${nameOfOperation(operation)}`);
    const view = viewIn(target.seen.get(stepId(operation.nth)));
    if (view === null) continue;
    const { code } = mapIn(mapIn(view.body)['error']);
    count(
      answers,
      [nameOfOperation(operation), view.status ?? 'no answer', code].filter((part) => part !== undefined).join(' '),
    );
    const { id, status } = mapIn(view.body);
    if (typeof id === 'string' && typeof status === 'string') noteState(id, status, states, transitions);
  }
  return { answers, transitions, pairs };
}

/** `read job`: the action of an operation, and the kind of thing. */
export function nameOfOperation(operation: Operation): string {
  return 'thing' in operation ? `${operation.does} ${operation.thing}` : operation.does;
}

function noteState(id: string, status: string, states: Map<string, string>, transitions: Map<string, number>): void {
  const from = states.get(id);
  if (from !== status) count(transitions, `${from ?? 'none'} -> ${status}`);
  states.set(id, status);
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
