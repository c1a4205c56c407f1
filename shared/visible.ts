/**
 * Control characters and invisible ones: those that turn the direction of a text, break its lines, join or part its letters,
 * and lone surrogates. They would mislead a reader, and control a terminal.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]/gu;

/** A text with these characters escaped as in JSON, so that JSON keeps its meaning. Line breaks and tabs stay. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (char) => (char === '\n' || char === '\t' ? char : spelt(char)));
}

/** The same for a text on one line: line breaks are escaped as well. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll('\n', '\\u000a');
}

function spelt(char: string): string {
  const units = char.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  return units.map((unit) => `\\u${unit}`).join('');
}
