import * as z from 'zod';
import { inputProblems } from '../domain/values/bad-input.ts';
import { TABLES } from '../world/rows/rows.ts';
import { values } from '../world/rows/script-rows.ts';
import { LISTS_NAMES, TABLE_NAMES, type TableName } from '../world/state.ts';
import type { StateRow } from './state-rows.ts';

const sortKey = z.tuple([z.int(), z.union([z.string(), z.int()])]);

/** The forms of a row, by its first word. */
const FORMS: Record<StateRow[0], z.ZodType> = {
  values: z.tuple([z.literal('values'), values]),
  table: z.tuple([z.literal('table'), z.enum(TABLE_NAMES), z.array(z.tuple([z.unknown(), z.unknown()]))]),
  list: z.tuple([z.literal('list'), z.enum([...LISTS_NAMES, 'timerOrder']), z.string().nullable(), z.array(sortKey)]),
};

/** What is wrong with a row by itself, with its table, its key and its field; null where it is a row of a state. */
export function problemOfRow(row: unknown): string | null {
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
