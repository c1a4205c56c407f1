import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import { digestOf } from '../domain/values/digest.ts';
import { DataProblem } from './data-problem.ts';

/** The form in which states and changes are written. Each change of it adds one, and a migration from the last. */
export const FORMAT = 2;

/** What a file says of itself at its head. */
export type Versions = { format: number; questions: string };

/** From each older format to the one behind it: one line of a segment, as it was, gives those in its place. */
export type Migrations = Readonly<Record<number, (row: unknown) => unknown[]>>;

/** Of format 1 the log and the manifest were different; rows were as they are now. */
export const MIGRATIONS: Migrations = { 1: (row) => [row] };

/** The questions that there are, with their choices: where these differ, choices may be gone. */
export function versionsNow(): Versions {
  const asked = QUESTIONS.map(({ name, choices }) => [name, choices]);
  return { format: FORMAT, questions: digestOf(JSON.stringify(asked)).slice(0, 12) };
}

/** Throws where this program does not know the format of a file. */
export function requireKnownFormat(what: string, { format }: { format: unknown }): void {
  if (Number.isInteger(format) && Number(format) >= 1 && Number(format) <= FORMAT) return;
  if (!Number.isInteger(format) || Number(format) < 1)
    throw new DataProblem(`${what} is of format ${String(format)}, which no tryon-kit writes: name another one`);
  const known = `this one knows formats up to ${FORMAT}`;
  throw new DataProblem(
    `${what} is of format ${String(format)}, which a newer tryon-kit has written; ${known}: use that one, or a copy from before`,
  );
}

/** The rows of a segment of any known format, as this one has them. */
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
