import { hashOf, type NamedHashes } from './digest.ts';

/**
 * The differences between an area and its digest: new lines, removed lines that removed.txt allows, and for each name
 * the number of other removed lines.
 */
export type Change = { added: string[]; removed: string[]; broken: { name: string; gone: number; of: number }[] };

type Area = {
  recorded: NamedHashes;
  current: readonly string[];
  /** The lines of removed.txt. */
  removable: readonly string[];
  nameOf(line: string): string;
};

export function changeOf({ recorded, current, removable, nameOf }: Area): Change {
  const isRecorded = (line: string) => recorded.get(nameOf(line))?.has(hashOf(line)) === true;
  const now = new Set(current.map((line) => keyOf(nameOf(line), hashOf(line))));
  const removed = removable.filter((line) => isRecorded(line) && !now.has(keyOf(nameOf(line), hashOf(line))));
  const known = new Set([...now, ...removed.map((line) => keyOf(nameOf(line), hashOf(line)))]);
  const broken = [...recorded].map(([name, hashes]) => ({
    name,
    gone: [...hashes].filter((one) => !known.has(keyOf(name, one))).length,
    of: hashes.size,
  }));
  return { added: current.filter((line) => !isRecorded(line)), removed, broken: broken.filter(({ gone }) => gone > 0) };
}

function keyOf(name: string, hash: string): string {
  return `${name} ${hash}`;
}

const HOW_TO_SEE =
  'To see the lines, run npm run public-api -- --write-text FOLDER here and in a checkout of the version before, and compare.';

/** The message about a change, with what to do about it; empty if nothing changed. */
export function changeText(area: string, { added, removed, broken }: Change): string {
  return [
    ...textOf(
      `${area}: something that users call is gone. Restore it for one version, or add its lines to removed.txt. ${HOW_TO_SEE}`,
      broken.map(({ name, gone, of }) => `  - ${name} (${gone === of ? 'all' : `${gone} of ${of}`} of its lines)`),
    ),
    ...textOf(`${area}: the digest is out of date. Run npm run public-api, and describe the change in CHANGELOG.md`, [
      ...removed.map((line) => `  - ${line}`),
      ...added.map((line) => `  + ${line}`),
    ]),
  ].join('\n');
}

const MOST_SHOWN = 40;

function textOf(says: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const more = lines.length > MOST_SHOWN ? [`  … and ${lines.length - MOST_SHOWN} more`] : [];
  return [says, ...lines.slice(0, MOST_SHOWN), ...more];
}
