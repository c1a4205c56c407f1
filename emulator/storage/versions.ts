import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import { digestOf } from '../domain/values/digest.ts';
import { DataProblem } from './data-problem.ts';

/**
 * The format of states and changes. A change of the format increments it, and adds a migration from the previous one.
 */
export const FORMAT = 2;

/** The versions in the head of a file. */
export type Versions = { format: number; questions: string };

/** A migration from each older format to the next: it converts one line of a segment to the lines that replace it. */
export type Migrations = Readonly<Record<number, (row: unknown) => unknown[]>>;

/** Format 1 had another log and manifest; its rows were the same as now. */
export const MIGRATIONS: Migrations = { 1: (row) => [row] };

/** The questions with their choices. If these differ, choices may no longer exist. */
export function versionsNow(): Versions {
  const asked = QUESTIONS.map(({ name, choices }) => [name, choices]);
  return { format: FORMAT, questions: digestOf(JSON.stringify(asked)).slice(0, 12) };
}

/** Throws if this program does not know the format of a file. */
export function requireKnownFormat(what: string, { format }: { format: unknown }): void {
  if (Number.isInteger(format) && Number(format) >= 1 && Number(format) <= FORMAT) return;
  if (!Number.isInteger(format) || Number(format) < 1)
    throw new DataProblem(`${what} is of format ${String(format)}, which no tryon-kit writes: name another one`);
  const known = `this one knows formats up to ${FORMAT}`;
  throw new DataProblem(
    `${what} is of format ${String(format)}, which a newer tryon-kit has written; ${known}: use that one, or a copy from before`,
  );
}

/** The rows of a segment in any known format, converted to the current one. */
export function* migrated(
  rows: Iterable<unknown>,
  format: number,
  migrations: Migrations = MIGRATIONS,
  latest: number = FORMAT,
): Generator<unknown> {
  const migrate = migrations[format];
  if (format >= latest || migrate === undefined) yield* rows;
  else yield* migrated(each(rows, migrate), format + 1, migrations, latest);
}

function* each(rows: Iterable<unknown>, migrate: (row: unknown) => unknown[]): Generator<unknown> {
  for (const row of rows) yield* migrate(row);
}
