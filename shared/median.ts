/** The middle value; for an even count the upper of the two, and NaN for an empty list. */
export function median(values: readonly number[]): number {
  return Float64Array.from(values).sort()[values.length >> 1] ?? Number.NaN;
}
