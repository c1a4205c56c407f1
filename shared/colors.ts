import { visible } from './visible.ts';

/** Whether a program may print colors: decided by NO_COLOR, then FORCE_COLOR, then whether the output is a terminal. */
export function wantsColors(
  { NO_COLOR = '', FORCE_COLOR = '' }: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): boolean {
  if (NO_COLOR !== '') return false;
  return FORCE_COLOR === '' ? isTerminal : FORCE_COLOR !== '0';
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: with it each code begins.
const COLORS = /(\x1b\[\d{1,2}m)/;

/** A text with the program's own color codes; the text between them is converted by `shown`. */
export function visiblePainted(text: string, shown: (part: string) => string = visible): string {
  const parts = text.split(COLORS).map((part, index) => (index % 2 === 1 ? part : shown(part)));
  return parts.join('');
}
