/** The known word that is most like one that nobody knows; null where none is like it. */
export function nearestWord(word: string, known: readonly string[]): string | null {
  const wanted = folded(word);
  const most = Math.max(1, Math.floor(wanted.length / 3));
  let nearest: { word: string; far: number } | null = null;
  for (const candidate of known) {
    if (Math.abs(candidate.length - wanted.length) > most) continue;
    const far = distance(wanted, folded(candidate));
    if (far <= most && far < (nearest?.far ?? Number.POSITIVE_INFINITY)) nearest = { word: candidate, far };
  }
  return nearest?.word ?? null;
}

/** `; did you mean cancel?`, to be put behind a sentence, or nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  const nearest = nearestWord(word, known);
  return nearest === null ? '' : `; did you mean ${nearest}?`;
}

function folded(word: string): string {
  return word.toLowerCase().replaceAll('-', '_');
}

/** How many letters must be put in, left out, replaced, or swapped with the one beside them. */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const changed = cell(last, column - 1) + (isSame ? 0 : 1);
      const swapped = isSwapped && row > 1 && column > 1 ? cell(before, column - 2) + 1 : changed;
      current.push(Math.min(cell(last, column) + 1, cell(current, column - 1) + 1, changed, swapped));
    }
    [before, last] = [last, current];
  }
  return cell(last, to.length);
}

function cell(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
