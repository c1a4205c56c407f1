/** Whether a value is an object of names and values, as in JSON and YAML: neither a list nor null. */
export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
