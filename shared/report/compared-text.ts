type Place = { path: string; problem: string };

/** What was compared in a refusal, in words: `units is 2`, or of fields that are wrong what is wrong with each. */
export function comparedParts(compared: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(compared).flatMap(([name, value]) =>
    isPlaces(value) ? value.map(placeText) : [`${name.replaceAll('_', ' ')} is ${valueText(value)}`],
  );
}

/** A value without the signs of JSON. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value.startsWith('[') ? listIn(value) : value || 'empty';
  if (value === null || value === undefined) return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(itemText).join(', ');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, inner]) => `${name} ${valueText(inner)}`)
    .join(', ');
}

/** Filters are compared as a text, which is a list. */
function listIn(text: string): string {
  try {
    return valueText(JSON.parse(text));
  } catch {
    return text;
  }
}

/** A pair is a parameter and its value. */
function itemText(item: unknown): string {
  if (Array.isArray(item) && item.length === 2) return item.map(valueText).join('=');
  return isPlace(item) ? placeText(item) : valueText(item);
}

function placeText({ path, problem }: Place): string {
  return `${path} ${problem}`;
}

function isPlaces(value: unknown): value is Place[] {
  return Array.isArray(value) && value.length > 0 && value.every(isPlace);
}

function isPlace(value: unknown): value is Place {
  return typeof value === 'object' && value !== null && 'path' in value && 'problem' in value;
}
