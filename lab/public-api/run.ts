import { AREAS, linesOf } from './areas.ts';
import { changeOf, changeText } from './change.ts';
import { record, recorded, removable } from './record.ts';

/** Writes the files; refuses where a line has gone that `removed.txt` does not name. */
const mayGo = removable();
for (const area of Object.keys(AREAS)) {
  const current = await linesOf(area);
  const change = changeOf(recorded(area), current, mayGo.get(area) ?? new Set());
  if (change.broken.length > 0) {
    console.error(changeText(area, { ...change, added: [], removed: [] }));
    process.exitCode = 1;
    continue;
  }
  record(area, current);
  console.log(`${area}: ${current.length} lines, ${change.added.length} added, ${change.removed.length} removed`);
}
