/** How to undo one step: restore a row, or call a function. Rows as data create half as much garbage. */
type Step = { table: Map<unknown, unknown>; name: unknown; before: unknown } | (() => void);

/** How to undo the steps of the current change, latest last; null outside a change. */
let notes: Step[] | null = null;

/** Makes a change completely or not at all. Changes are synchronous; a nested one is part of the outer one. */
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

export function noteUndo(step: () => void): void {
  notes?.push(step);
}

export function put<Name, Row>(table: Map<Name, Row>, name: Name, row: Row): void {
  notes?.push({ table, name, before: table.get(name) });
  table.set(name, row);
}

/** Removes a row from a table. If it is restored, it is the last row. */
export function drop<Name>(table: Map<Name, unknown>, name: Name): void {
  notes?.push({ table, name, before: table.get(name) });
  table.delete(name);
}

function takeBack(step: Step): void {
  if (typeof step === 'function') step();
  else if (step.before === undefined) step.table.delete(step.name);
  else step.table.set(step.name, step.before);
}
