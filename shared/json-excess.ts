export type JsonBounds = { depth: number; values: number };

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [LIST, LIST_END, MAP, MAP_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Which limit a JSON text exceeds, and where. It is only scanned: parsing could take gigabytes, or overflow the stack. */
function excessOf(json: string, most: JsonBounds): { of: keyof JsonBounds; at: number } | null {
  let [depth, values] = [0, 0];
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at);
    if (sign === QUOTE) at = endOfText(json, at);
    else if (sign === COMMA) values += 1;
    else if (sign === LIST || sign === MAP) [depth, values] = [depth + 1, values + 1];
    else if (sign === LIST_END || sign === MAP_END) depth -= 1;
    if (depth > most.depth) return { of: 'depth', at };
    if (values > most.values) return { of: 'values', at };
  }
  return null;
}

/** The same as a relative clause about the JSON; null if it is within the limits. */
export function excessText(json: string, most: JsonBounds): string | null {
  return excessIn(json, most)?.problem ?? null;
}

/** The same with its line and column. */
export function excessIn(json: string, most: JsonBounds): { problem: string; line: number; column: number } | null {
  const excess = excessOf(json, most);
  if (excess === null) return null;
  const problem =
    excess.of === 'depth' ? `is nested deeper than ${most.depth} levels` : `has more than ${most.values} values`;
  let [line, start] = [1, 0];
  for (let end = json.indexOf('\n'); end !== -1 && end < excess.at; end = json.indexOf('\n', start))
    [line, start] = [line + 1, end + 1];
  return { problem, line, column: excess.at - start + 1 };
}

/** The offset of the quote that ends a string, or the end of the text. */
function endOfText(json: string, start: number): number {
  let at = start;
  do {
    at = json.indexOf('"', at + 1);
    if (at === -1) return json.length;
  } while (isEscaped(json, at));
  return at;
}

function isEscaped(json: string, at: number): boolean {
  let first = at;
  while (json.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}
