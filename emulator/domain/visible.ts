/** Controls, and whatever else has no looks of its own: what turns the direction of a text, breaks its lines, joins its letters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]/gu;

/**
 * A text that a client may have sent, for a person to read: it gives a terminal no orders and looks like nothing else. Line
 * breaks and tabs stay; the rest is spelt out as in JSON, where it means what it was.
 */
export function visible(text: string): string {
  return text.replace(UNSEEN, (char) => (char === '\n' || char === '\t' ? char : spelt(char)));
}

function spelt(char: string): string {
  const units = char.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  return units.map((unit) => `\\u${unit}`).join('');
}
