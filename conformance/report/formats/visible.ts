/**
 * Controls, and whatever else has no looks of its own: what turns the direction of a text, breaks its lines, joins or parts
 * its letters, and halves of pairs. A person would read something else than what stands there; a terminal would obey.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]/gu;

/** Line breaks and tabs stay. What is spelt out is spelt as in JSON, so that within JSON it means what it was. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (char) => (char === '\n' || char === '\t' ? char : spelt(char)));
}

/** For what stands on one line: a break is spelt out too, so that nobody but us begins a line. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll('\n', '\\u000a');
}

function spelt(char: string): string {
  const units = char.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  return units.map((unit) => `\\u${unit}`).join('');
}
