const CONTEXT = 3;
/** Longer texts are compared line by line from both ends. */
const MOST = 2_000;

/** What differs between two texts, as a diff shows it: the lines of the one, of the other, and some around them. */
export function diffLines(one: readonly string[], other: readonly string[]): string[] {
  const marked = one.length > MOST || other.length > MOST ? byEnds(one, other) : bySubsequence(one, other);
  const near = marked.map((_, index) =>
    marked.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some((line) => !line.startsWith(' ')),
  );
  return marked.flatMap((line, index) => {
    if (near[index] === true) return [line];
    return near[index - 1] === true && index < marked.length ? ['  …'] : [];
  });
}

function byEnds(one: readonly string[], other: readonly string[]): string[] {
  let start = 0;
  while (start < Math.min(one.length, other.length) && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const inner = (lines: readonly string[]) => lines.slice(start, lines.length - end);
  return [
    ...one.slice(0, start).map((line) => `  ${line}`),
    ...inner(one).map((line) => `- ${line}`),
    ...inner(other).map((line) => `+ ${line}`),
    ...one.slice(one.length - end).map((line) => `  ${line}`),
  ];
}

/** By the longest lines that both have in the same order. */
function bySubsequence(one: readonly string[], other: readonly string[]): string[] {
  const longest = longestCommon(one, other);
  const lines: string[] = [];
  let [row, column] = [0, 0];
  while (row < one.length || column < other.length) {
    const isSame = row < one.length && one[row] === other[column];
    const isGone = column >= other.length || (row < one.length && longest(row + 1, column) >= longest(row, column + 1));
    if (isSame) lines.push(`  ${one[row]}`);
    else lines.push(isGone ? `- ${one[row]}` : `+ ${other[column]}`);
    if (isSame || isGone) row += 1;
    if (isSame || !isGone) column += 1;
  }
  return lines;
}

/** How many lines both have in the same order, from a line of each on. */
function longestCommon(one: readonly string[], other: readonly string[]): (row: number, column: number) => number {
  const width = other.length + 1;
  const counts = new Uint16Array((one.length + 1) * width);
  const at = (row: number, column: number) => counts[row * width + column] ?? 0;
  for (let row = one.length - 1; row >= 0; row -= 1)
    for (let column = other.length - 1; column >= 0; column -= 1) {
      const isSame = one[row] === other[column];
      counts[row * width + column] = isSame
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  return at;
}
