import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mark } from '../domain/test-control/coverage.ts';

/** Names the folder to the programs that `exec --coverage` runs: an emulator of theirs writes into it what its clients meet. */
export const COVERAGE_FOLDER = 'TRYON_COVERAGE_FOLDER';

let opened: { folder: string; onMark(mark: Mark): void } | null = null;

/** What hears the marks of the run that this process belongs to, if any. All of its emulators share one file. */
export function coverageOfRun(folder = process.env[COVERAGE_FOLDER]): ((mark: Mark) => void) | null {
  if (folder === undefined || folder === '') return null;
  if (opened?.folder !== folder) opened = { folder, onMark: openFile(folder) };
  return opened.onMark;
}

/** Each mark once, and at once, so that it counts however the process ends: there are a few hundred at the most. */
function openFile(folder: string): (mark: Mark) => void {
  const file = join(folder, `${process.pid}-${randomUUID()}.jsonl`);
  const told = new Map<string, boolean>();
  return (mark) => {
    const before = told.get(mark.key);
    if (before === true || before === mark.answered) return;
    told.set(mark.key, mark.answered);
    try {
      appendFileSync(file, `${JSON.stringify(mark)}\n`, { mode: 0o600 });
    } catch {
      // What cannot be written is no concern of the program.
    }
  };
}
