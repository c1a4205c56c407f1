/** An object with names and values, as JSON and YAML have it: neither a list nor null. */
export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
