import { isDeepStrictEqual } from 'node:util';
import { shrink } from '../../shared/sessions/shrink.ts';
import { type Operation, type Session, whole } from './operation.ts';

/** Whether a session still shows what it is kept for. */
export type Shows = (session: Session) => Promise<boolean>;

/** The shortest session that still shows it, as far as leaving out parts leads. `isOver` ends it early. */
export async function shrunk(session: Session, shows: Shows, isOver: () => boolean): Promise<Session> {
  const of = (operations: readonly Operation[]) => whole({ ...session, operations });
  let best = session;
  const fails = async (operations: readonly Operation[]) => {
    const shorter = of(operations);
    // What goes with what it speaks of is gone already: that is no other session.
    if (isDeepStrictEqual(shorter.operations, best.operations)) return true;
    if (isOver() || shorter.operations.length === 0 || !(await shows(shorter))) return false;
    best = shorter;
    return true;
  };
  return of(await shrink(session.operations, fails, isOver));
}

/** With simpler values, where it shows the same: no key but the usual one, no plan, the smallest body. */
export async function simplified(session: Session, shows: Shows, isOver: () => boolean): Promise<Session> {
  let best = session;
  for (const { nth } of session.operations) {
    for (const simpler of SIMPLER) {
      if (isOver()) return best;
      const operations = best.operations.map((one) => (one.nth === nth ? simpler(one) : one));
      const changed = { ...best, operations };
      const isOther = JSON.stringify(operations) !== JSON.stringify(best.operations);
      if (isOther && (await shows(changed))) best = changed;
    }
  }
  return best;
}

const SIMPLER: readonly ((operation: Operation) => Operation)[] = [
  (operation) => (operation.does === 'upload' ? { ...operation, picture: 'face' } : operation),
  (operation) => (operation.does === 'submit' ? withoutPlan(operation) : operation),
  (operation) => {
    if (operation.does !== 'submit') return operation;
    const body = 'concerns' in operation.body ? { concerns: operation.body.concerns.slice(0, 1) } : operation.body;
    return { ...operation, body };
  },
  (operation) => (operation.does === 'list' ? { ...operation, query: {} } : operation),
  (operation) =>
    operation.does === 'at once' && operation.parts.length > 2
      ? { ...operation, parts: operation.parts.slice(0, -1) }
      : operation,
];

function withoutPlan({ plan: _, ...submission }: Extract<Operation, { does: 'submit' }>): Operation {
  return submission;
}
