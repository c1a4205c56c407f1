/** So many mistakes of one text are reported: more would not help. */
export const MOST_TOLD = 50;

/** The first of many lines, and how many more there are. In the place of a last one more it stands itself. */
export function firstOf(lines: readonly string[], what = 'problems'): string[] {
  const more = lines.length - MOST_TOLD;
  return more <= 1 ? [...lines] : [...lines.slice(0, MOST_TOLD), `and ${more} more ${what}`];
}
