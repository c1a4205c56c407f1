/** Control characters and invisible ones: those that turn the direction of a text, break its lines or join its letters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]/gu;

/**
 * A text that a client may have sent, made safe to print: it sends a terminal no control sequences. Line breaks and tabs
 * stay; other invisible characters are escaped as in JSON.
 */
export function visible(text: string): string {
  return text.replace(UNSEEN, (char) => (char === '\n' || char === '\t' ? char : spelt(char)));
}

function spelt(char: string): string {
  const units = char.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  return units.map((unit) => `\\u${unit}`).join('');
}
