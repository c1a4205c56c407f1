import * as z from 'zod';
import { inputProblems } from '../domain/values/bad-input.ts';
import type { SortKey } from '../domain/values/sorted-list.ts';
import { TABLES } from '../world/rows/rows.ts';
import { values } from '../world/rows/script-rows.ts';
import { type Misfit, misfitIn } from '../world/rows/whole-state.ts';
import { emptyState, LISTS_NAMES, TABLE_NAMES, type TableName, type WorldState } from '../world/state.ts';
import { DataProblem } from './data-problem.ts';
import type { ListName, StateRow } from './state-rows.ts';

/**
 * Builds a state from rows. Each row is checked with its schema and against the rows that it refers to; throws
 * `DataProblem` with the place of an invalid one. `placeOf` returns the place of the nth row.
 */
export function stateFrom(rows: Iterable<unknown>, placeOf = (row: number) => `row ${row + 1}`): WorldState {
  const state = emptyState(0, NO_SWITCHES);
  const read: ReadRow[] = [];
  for (const row of rows) {
    const problem = problemOfRow(row) ?? addRow(state, row as StateRow);
    if (problem !== null) throw new DataProblem(`${placeOf(read.length)}: ${problem}`);
    read.push(readRow(state, row as StateRow));
  }
  if (!read.some(({ name }) => name === 'values')) throw new DataProblem(`${placeOf(0)}: there is no row of values`);
  const misfit = misfitIn(state);
  if (misfit === null) return state;
  const { table, key, problem } = misfit;
  throw new DataProblem(`${placeOf(indexOf(state, read, misfit))}: ${table} ${JSON.stringify(key)}: ${problem}`);
}

/** The table of a row, and the size of the table after the row. */
type ReadRow = { name: string; size: number };

function readRow(state: WorldState, row: StateRow): ReadRow {
  if (row[0] === 'values') return { name: row[0], size: 1 };
  return { name: row[1], size: row[0] === 'table' ? state[row[1]].size : 0 };
}

/** The index of the row with a misfit; for a list, of its first row. */
function indexOf(state: WorldState, read: readonly ReadRow[], { table, key }: Misfit): number {
  const entries = state[table];
  const position = 'size' in entries ? [...entries.keys()].indexOf(key as never) : -1;
  const within = read.findIndex(({ name, size }) => name === table && size > position);
  return Math.max(0, within === -1 ? read.findIndex(({ name }) => name === table) : within);
}

/** The problem of a row in relation to earlier rows; null if it was added. */
function addRow(state: WorldState, row: StateRow): string | null {
  if (row[0] === 'values') Object.assign(state, row[1]);
  else if (row[0] === 'list') addChunk(state, row[1], row[2], row[3]);
  else return addRows(state, row[1], row[2]);
  return null;
}

function addRows(state: WorldState, name: TableName, rows: readonly [string | number, unknown][]): string | null {
  const table: Map<unknown, unknown> = state[name];
  for (const [key, row] of rows) {
    if (table.has(key)) return `${name} ${JSON.stringify(key)}: the key is there already`;
    table.set(key, row);
  }
  return null;
}

function addChunk(state: WorldState, name: ListName, of: string | null, keys: readonly SortKey[]): void {
  const list = name === 'timerOrder' ? state.timerOrder : (state[name].get(of ?? '') ?? { chunks: [] });
  if (name !== 'timerOrder') state[name].set(of ?? '', list);
  if (keys.length > 0) list.chunks.push([...keys]);
}

/** Used until the values are read. */
const NO_SWITCHES: WorldState['switches'] = {
  keyStoreUnreadable: false,
  ledgerUnreadable: false,
  admissionPerMinute: null,
  dailyQuota: null,
  webhookTimeout: null,
};

const sortKey = z.tuple([z.int(), z.union([z.string(), z.int()])]);

/** The forms of a row, by its first element. */
const FORMS: Record<StateRow[0], z.ZodType> = {
  values: z.tuple([z.literal('values'), values]),
  table: z.tuple([z.literal('table'), z.enum(TABLE_NAMES), z.array(z.tuple([z.unknown(), z.unknown()]))]),
  list: z.tuple([z.literal('list'), z.enum([...LISTS_NAMES, 'timerOrder']), z.string().nullable(), z.array(sortKey)]),
};

/** The problem of a row on its own, with its table, key and field; null if it is valid. */
function problemOfRow(row: unknown): string | null {
  const what: unknown = Array.isArray(row) ? row[0] : undefined;
  if (typeof what !== 'string' || !Object.hasOwn(FORMS, what)) return 'is no row of a state';
  const problem = problemIn(FORMS[what as StateRow[0]], row);
  if (problem !== null || what !== 'table') return problem;
  const [, name, rows] = row as ['table', TableName, [unknown, unknown][]];
  for (const [key, one] of rows) {
    const wrong = problemOfOne(name, key, one);
    if (wrong !== null) return `${name} ${JSON.stringify(key)}: ${wrong}`;
  }
  return null;
}

function problemOfOne<Name extends TableName>(name: Name, key: unknown, row: unknown): string | null {
  const { key: keySchema, row: schema, nameOf } = TABLES[name];
  if (!keySchema.safeParse(key).success) return 'the key is none of this table';
  const problem = problemIn(schema, row);
  if (problem !== null || nameOf === undefined) return problem;
  return nameOf(row as never) === key ? null : 'the key is not that of the row';
}

function problemIn(schema: z.ZodType, value: unknown): string | null {
  const parsed = schema.safeParse(value);
  if (parsed.success) return null;
  const [first] = inputProblems(schema, parsed.error);
  return first === undefined ? 'is not valid' : `${first.path}: ${first.problem}`;
}
