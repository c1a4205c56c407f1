import type { Respelling } from '../suite/scenario/check-request.ts';

/** Encodes a value as JSON, respelled on request in other bytes with the same meaning. */
export function spellJson(value: unknown, respell: readonly Respelling[]): string {
  const ordered = respell.includes('member_order') ? reversed(value) : value;
  const text = JSON.stringify(ordered, null, respell.includes('whitespace') ? '\t' : undefined);
  const spaced = respell.includes('whitespace') ? ` \r\n${text.replaceAll('\n', ' \n')} \n` : text;
  return respell.includes('escapes') ? escaped(spaced) : spaced;
}

/** Reverses the members of objects; lists are unchanged. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, reversed(inner)]),
  );
}

/** Escapes the first letter of each text, including the names of members. */
function escaped(json: string): string {
  return json.replace(
    /"([A-Za-z])/g,
    (_, letter: string) => `"\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
