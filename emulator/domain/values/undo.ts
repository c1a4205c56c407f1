/** How to undo what the current change has done so far, the latest last; null outside a change. */
let notes: (() => void)[] | null = null;

/**
 * Makes a change whole or not at all: where it throws, what it did to tables and lists is taken back. A change waits for
 * nothing, so there is one at a time, whatever it is a change of.
 */
export function wholly<Result>(change: () => Result): Result {
  if (notes !== null) return change();
  const noted: (() => void)[] = [];
  notes = noted;
  try {
    return change();
  } catch (error) {
    notes = null;
    for (const takeBack of noted.reverse()) takeBack();
    throw error;
  } finally {
    notes = null;
  }
}

/** Registers how to undo the step that was just made. */
export function noteUndo(takeBack: () => void): void {
  notes?.push(takeBack);
}

/** Puts a row into a table, or in the place of another. */
export function put<Name, Row>(table: Map<Name, Row>, name: Name, row: Row): void {
  takeBackTo(table, name);
  table.set(name, row);
}

/** Takes a row out of a table. One that comes back stands last. */
export function drop<Name>(table: Map<Name, unknown>, name: Name): void {
  takeBackTo(table, name);
  table.delete(name);
}

function takeBackTo<Name, Row>(table: Map<Name, Row>, name: Name): void {
  if (notes === null) return;
  const before = table.get(name);
  notes.push(before === undefined ? () => table.delete(name) : () => table.set(name, before));
}
