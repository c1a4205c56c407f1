/** How an area differs from its file. `broken` are lines that went without being named in removed.txt. */
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

/** The message about a change, with its remedy; empty where there is none. */
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
