type Headers = Readonly<Record<string, string>>;

export function lowered(headers: Headers): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Headers with their former spelling; in new ones, each word begins with a capital. */
export function spelled(header: Readonly<Record<string, unknown>>, as: Headers): Record<string, string> {
  const known = new Map(Object.keys(as).map((name) => [name.toLowerCase(), name]));
  const spelling = (name: string) =>
    known.get(name) ?? name.replace(/(?<![a-z])[a-z]/g, (first) => first.toUpperCase());
  return Object.fromEntries(Object.entries(header).map(([name, value]) => [spelling(name), String(value)]));
}
