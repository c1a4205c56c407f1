import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { UsageError } from '../../../shared/command.ts';
import { LARGEST_WRITTEN, textOfNamed } from '../../../shared/named-file.ts';
import { causeOf } from '../../storage/data-problem.ts';
import type { Row } from '../../vary/report/report.ts';

/** What a run keeps of itself, a line for each variation, so that it can go on where it was. */
export type KeptRows = { rows: readonly Row[]; add(row: Row): void };

/** `command` is what the rows are about: those of another one are of no use. */
export function openKeptRows(file: string | undefined, command: string): KeptRows {
  if (file === undefined) return { rows: [], add: () => {} };
  const [head, ...lines] = keptIn(file, command).split('\n');
  const [of] = headIn(head ?? '');
  if (of !== command)
    throw new UsageError(
      `--resume ${file} is ${of === undefined ? 'no file of vary' : `of another run, ${of}`}: name another file`,
    );
  return { rows: lines.flatMap(rowIn), add: (row) => appendFileSync(file, `${JSON.stringify(row)}\n`) };
}

function keptIn(file: string, command: string): string {
  try {
    if (!existsSync(file)) writeFileSync(file, `${JSON.stringify({ command })}\n`);
    return textOfNamed(file, LARGEST_WRITTEN);
  } catch (error) {
    throw new UsageError(`--resume ${file}: ${causeOf(error)}`);
  }
}

function headIn(line: string): string[] {
  return parsed<{ command: string }>(line).map(({ command }) => command);
}

function rowIn(line: string): Row[] {
  return parsed<Row>(line);
}

/** A line that breaks off, where a run was killed, is none. */
function parsed<Line>(line: string): Line[] {
  try {
    return [JSON.parse(line) as Line];
  } catch {
    return [];
  }
}
