import { LOG_NAME } from './change-log.ts';
import type { Entry } from './entries.ts';
import type { FileSystem } from './file-system.ts';
import { checkedLines } from './lines.ts';
import { damaged } from './segment.ts';

/** The changes behind a checkpoint, in order, as far as they were kept, and what was left out. */
export type Changes = { entries: Entry[]; notices: string[] };

/** The folder may have some of them twice, where writing one file had failed; it never has a gap. */
export async function readChanges(files: FileSystem, from: number): Promise<Changes> {
  const changes: Changes = { entries: [], notices: [] };
  for (const name of (await files.list('')).filter((one) => firstIn(one) >= from).sort()) {
    const bytes = (await files.read(name)) ?? new Uint8Array();
    const isWhole = addFile(changes, checkedLines(bytes) as Iterable<Entry | null>, from, (problem) =>
      damaged(files, `${name} ${problem}`),
    );
    if (!isWhole) changes.notices.push(`${name} ended within a change that was never answered: it is left out`);
  }
  return changes;
}

function firstIn(name: string): number {
  return Number(LOG_NAME.exec(name)?.[1] ?? -1);
}

/** Behind a line that is not whole nothing was kept, or a later line would say so. Whether all of them are whole. */
function addFile(
  { entries }: Changes,
  lines: Iterable<Entry | null>,
  from: number,
  refuse: (problem: string) => Error,
): boolean {
  let isWhole = true;
  for (const entry of lines) {
    const last = entries.at(-1)?.n ?? from - 1;
    if (entry === null) isWhole = false;
    else if ((entry.kept ?? 0) > last) throw refuse(`lacks the changes ${last + 1} to ${entry.kept}`);
    else if (isWhole && entry.n > last + 1) throw refuse(`has the change ${entry.n} where ${last + 1} is expected`);
    else if (isWhole && entry.n === last + 1) entries.push(entry);
  }
  return isWhole;
}
