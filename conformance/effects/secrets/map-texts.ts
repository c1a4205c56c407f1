type Change = { text(text: string): string; number?(number: number): unknown };

/** A JSON value with every text in it changed, and the names of its members. What has nothing to change is the same one. */
export function mapTexts<Value>(value: Value, change: Change): Value {
  return mapped(value, change) as Value;
}

function mapped(value: unknown, change: Change): unknown {
  if (typeof value === 'string') return change.text(value);
  if (typeof value === 'number') return change.number?.(value) ?? value;
  if (Array.isArray(value)) return mappedList(value, change);
  if (typeof value !== 'object' || value === null) return value;
  return mappedMap(value, change);
}

function mappedList(list: readonly unknown[], change: Change): readonly unknown[] {
  let changed: unknown[] | null = null;
  for (let index = 0; index < list.length; index += 1) {
    const item = mapped(list[index], change);
    if (item === list[index]) continue;
    changed ??= [...list];
    changed[index] = item;
  }
  return changed ?? list;
}

function mappedMap(map: object, change: Change): object {
  const entries = Object.entries(map);
  let isChanged = false;
  for (const entry of entries) {
    const [name, item] = entry;
    entry[0] = nameOf(name, change);
    entry[1] = mapped(item, change);
    if (entry[0] !== name || entry[1] !== item) isChanged = true;
  }
  return isChanged ? Object.fromEntries(entries) : map;
}

/** What is called by a word stays so: it is how a program finds it, even where someone has the word for a secret. */
function nameOf(name: string, { text }: Change): string {
  return /^[a-z_]{1,16}$/.test(name) ? name : text(name);
}
