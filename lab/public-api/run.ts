import { parseArgs } from 'node:util';
import { AREAS, linesOf, nameIn } from './areas.ts';
import { changeOf, changeText } from './change.ts';
import { namedHashes } from './digest.ts';
import { readDigest, readRemoved, writeDigest, writeSentences, writeText } from './files.ts';
import { sentenceLines } from './sentence-lines.ts';

/**
 * Writes docs/public-api/digest.txt and sentences.txt. Fails if a line was removed without being in removed.txt. With
 * `--write-text FOLDER` it writes all lines into that folder instead.
 */
const { 'write-text': folder } = parseArgs({ options: { 'write-text': { type: 'string' } } }).values;
const [digest, removable] = [readDigest(), readRemoved()];
for (const area of Object.keys(AREAS)) {
  const current = await linesOf(area);
  if (folder === undefined) update(area, current);
  else writeText(folder, area, current);
}
if (folder === undefined) {
  writeDigest(digest);
  writeSentences(sentenceLines());
}

function update(area: string, current: readonly string[]): void {
  const nameOf = nameIn(area);
  const recorded = digest.get(area) ?? new Map();
  const change = changeOf({ recorded, current, removable: removable.get(area) ?? [], nameOf });
  if (change.broken.length > 0) {
    console.error(changeText(area, change));
    process.exitCode = 1;
    return;
  }
  digest.set(area, namedHashes(current, nameOf));
  console.log(`${area}: ${current.length} lines, ${change.added.length} added, ${change.removed.length} removed`);
}
