/** The one in the middle, and of an even count the upper of the two; NaN of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? Number.NaN;
}
