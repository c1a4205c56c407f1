/** Control characters and invisible ones, which could mislead a reader or control a terminal. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]/gu;

/** A quick check: characters outside of these ranges are rare, and searching for the others takes ten times as long. */
const MAYBE_UNSEEN = /[^\x20-\x7e\n\t\u00a1-\u00ac\u00ae-\u05ff\u2010-\u2027\u2030-\u205f\u2070-\ud7ff]/;

/** A text with these characters escaped as in JSON, so that JSON keeps its meaning. Line breaks and tabs are kept. */
export function visible(text: string): string {
  if (!MAYBE_UNSEEN.test(text)) return text;
  return text.replace(UNSEEN, (char) => (char === '\n' || char === '\t' ? char : spelt(char)));
}

/** The same for a text on one line: line breaks are escaped too. */
export function visibleLine(text: string): string {
  const shown = visible(text);
  return shown.includes('\n') ? shown.replaceAll('\n', '\\u000a') : shown;
}

function spelt(char: string): string {
  const units = char.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  return units.map((unit) => `\\u${unit}`).join('');
}
