import { type Operation, type Session, whole } from './operation.ts';

/** Whether a session still shows what it is kept for. */
export type Shows = (session: Session) => Promise<boolean>;

/**
 * The shortest session that still shows it, as far as leaving out parts leads (delta debugging): halves first, then smaller
 * parts, then one by one, as long as something can go. `isOver` ends it early.
 */
export async function shrunk(session: Session, shows: Shows, isOver: () => boolean): Promise<Session> {
  let best = session;
  let size = Math.max(1, Math.ceil(best.operations.length / 2));
  while (!isOver()) {
    const shorter = await shorterBy(best, size, shows, isOver);
    if (shorter !== null) best = shorter;
    else if (size === 1) break;
    else size = Math.ceil(size / 2);
    size = Math.min(size, Math.max(1, Math.ceil(best.operations.length / 2)));
  }
  return best;
}

/** Without one part of so many operations; null where none can go. The last ones are tried first: they made nothing. */
async function shorterBy(session: Session, size: number, shows: Shows, isOver: () => boolean): Promise<Session | null> {
  const { operations } = session;
  for (let end = operations.length; end > 0 && !isOver(); end -= size) {
    const rest = [...operations.slice(0, Math.max(0, end - size)), ...operations.slice(end)];
    const shorter = whole({ ...session, operations: rest });
    if (shorter.operations.length < operations.length && (await shows(shorter))) return shorter;
  }
  return null;
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
