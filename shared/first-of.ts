/** The maximum number of mistakes in one text that are reported. */
export const MOST_LINES = 50;

/** The first of many lines, and the number of the remaining ones. A single remaining line is printed. */
export function firstOf(lines: readonly string[], what = 'problems'): string[] {
  const more = lines.length - MOST_LINES;
  return more <= 1 ? [...lines] : [...lines.slice(0, MOST_LINES), `and ${more} more ${what}`];
}
