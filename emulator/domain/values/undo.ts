/** How to undo one step of a change: put a row back, or do what was noted. A submission has some twenty: facts are half the garbage that functions are. */
type Step = { table: Map<unknown, unknown>; name: unknown; before: unknown } | (() => void);

/** How to undo what the current change has done so far, the latest last; null outside a change. */
let notes: Step[] | null = null;

/**
 * Makes a change whole or not at all: where it throws, what it did to tables and lists is taken back. A change waits for
 * nothing, so there is one at a time, whatever it is a change of.
 */
export function wholly<Result>(change: () => Result): Result {
  if (notes !== null) return change();
  const noted: Step[] = [];
  notes = noted;
  try {
    return change();
  } catch (error) {
    notes = null;
    for (const step of noted.reverse()) takeBack(step);
    throw error;
  } finally {
    notes = null;
  }
}

/** Registers how to undo the step that was just made. */
export function noteUndo(step: () => void): void {
  notes?.push(step);
}

/** Puts a row into a table, or in the place of another. */
export function put<Name, Row>(table: Map<Name, Row>, name: Name, row: Row): void {
  notes?.push({ table, name, before: table.get(name) });
  table.set(name, row);
}

/** Takes a row out of a table. One that comes back stands last. */
export function drop<Name>(table: Map<Name, unknown>, name: Name): void {
  notes?.push({ table, name, before: table.get(name) });
  table.delete(name);
}

function takeBack(step: Step): void {
  if (typeof step === 'function') step();
  else if (step.before === undefined) step.table.delete(step.name);
  else step.table.set(step.name, step.before);
}
