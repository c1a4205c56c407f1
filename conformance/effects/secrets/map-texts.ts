type Change = { text(text: string): string; number?(number: number): unknown };

/** Changes every text in a JSON value, including the names of members. Returns the same object if nothing changes. */
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

/** Keeps member names that are words, since programs look them up, even if such a word is someone's secret. */
function nameOf(name: string, { text }: Change): string {
  return /^[a-z_]{1,16}$/.test(name) ? name : text(name);
}
