import type { SortKey } from '../domain/values/sorted-list.ts';
import { LISTS_NAMES, TABLE_NAMES, type TableName, type WorldState } from '../world/state.ts';

/**
 * A state at one instant. Rows never change, so it is enough to copy the names and rows of each table, which takes a
 * few milliseconds even for large tables; everything else can be done later.
 */
export type CapturedState = {
  values: Pick<WorldState, 'now' | 'switches' | 'plans' | 'faults'>;
  tables: { name: TableName; keys: readonly (string | number)[]; rows: readonly unknown[] }[];
  lists: { name: ListName; of: string | null; keys: readonly (readonly SortKey[])[] }[];
};

export type ListName = (typeof LISTS_NAMES)[number] | 'timerOrder';

/** One line of a segment. */
export type StateRow =
  | ['values', CapturedState['values']]
  | ['table', TableName, [key: string | number, row: unknown][]]
  | ['list', ListName, string | null, readonly SortKey[]];

const ROWS_OF_A_LINE = 64;

export function captureState(state: WorldState): CapturedState {
  const { now, switches, plans, faults } = state;
  return {
    values: { now, switches, plans, faults },
    tables: TABLE_NAMES.map((name) => ({ name, keys: [...state[name].keys()], rows: [...state[name].values()] })),
    lists: [
      ...LISTS_NAMES.flatMap((name) => [...state[name]].map(([of, list]) => ({ name, of, keys: copied(list.chunks) }))),
      { name: 'timerOrder' as const, of: null, keys: copied(state.timerOrder.chunks) },
    ],
  };
}

function copied(chunks: readonly (readonly SortKey[])[]): SortKey[][] {
  return chunks.map((chunk) => chunk.slice());
}

export function* rowsOf({ values, tables, lists }: CapturedState): Generator<StateRow> {
  yield ['values', values];
  for (const { name, keys, rows } of tables)
    for (let start = 0; start < keys.length; start += ROWS_OF_A_LINE)
      yield ['table', name, keys.slice(start, start + ROWS_OF_A_LINE).map((key, index) => [key, rows[start + index]])];
  for (const { name, of, keys } of lists) {
    // An empty list is stored too.
    if (keys.length === 0) yield ['list', name, of, []];
    for (const chunk of keys) yield ['list', name, of, chunk];
  }
}
