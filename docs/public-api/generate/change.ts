/** How an area differs from what is written down of it. `broken` is what users may lean on and nobody has said goes. */
export type Change = { added: string[]; removed: string[]; broken: string[] };

export function changeOf(
  recorded: readonly string[],
  current: readonly string[],
  removable: ReadonlySet<string>,
): Change {
  const [before, now] = [new Set(recorded), new Set(current)];
  const gone = recorded.filter((line) => !now.has(line));
  return {
    added: current.filter((line) => !before.has(line)),
    removed: gone.filter((line) => removable.has(line)),
    broken: gone.filter((line) => !removable.has(line)),
  };
}

/** What is to be said of a change, and what to do about it; nothing where there is none. */
export function changeText(area: string, { added, removed, broken }: Change): string {
  return [
    ...textOf(
      `${area}: users call what is gone. Bring it back under its old name, for one version, or name it in removed.txt`,
      broken.map((line) => `  - ${line}`),
    ),
    ...textOf(`${area}: is not written down as it is now. Run npm run public-api, and tell users in CHANGELOG.md`, [
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
