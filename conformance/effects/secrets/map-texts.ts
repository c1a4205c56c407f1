type Change = { text(text: string): string; number?(number: number): unknown };

/** A JSON value with every text in it changed, and the names of its members. */
export function mapTexts<Value>(value: Value, change: Change): Value {
  return mapped(value, change) as Value;
}

function mapped(value: unknown, change: Change): unknown {
  if (typeof value === 'string') return change.text(value);
  if (typeof value === 'number') return change.number?.(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => mapped(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [nameOf(name, change), mapped(item, change)]));
}

/** What is called by a word stays so: it is how a program finds it, even where somebody has the word for a secret. */
function nameOf(name: string, { text }: Change): string {
  return /^[a-z_]{1,16}$/.test(name) ? name : text(name);
}
