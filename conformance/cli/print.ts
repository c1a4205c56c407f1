import { visiblePainted } from '../../shared/colors.ts';
import type { Flags } from '../../shared/command.ts';
import { visible } from '../../shared/visible.ts';
import { createMask, type Mask } from '../effects/secrets/mask.ts';
import type { Secret } from '../effects/secrets/secret-index.ts';

/**
 * Everything that the command line prints goes through this module: it masks known secrets, and escapes invisible
 * characters. Only one command runs at a time.
 */
let known: readonly Secret[] = [];
let mask: Mask = createMask(known);

/**
 * Forgets the secrets of an earlier command, and masks everything in the words of this one that looks like a secret.
 */
export function beginPrinting(words: readonly string[]): void {
  const keys = words.flatMap((word) => word.match(/pk_(?:live|test)_[\w-]{8,}/g) ?? []);
  known = [];
  keepSecrets([...new Set(keys)].map((secret) => ({ name: 'key', secret })));
}

/** Masks these secrets, and shows their names instead. */
export function keepSecrets(secrets: readonly Secret[]): void {
  known = [...secrets, ...known];
  mask = createMask(known);
}

/** A text that is safe to print or to write to a file. */
export function shownText(text: string): string {
  return visible(mask.text(text));
}

export function print(text: string): void {
  console.log(shownText(text));
}

export function printError(text: string): void {
  console.error(shownText(text));
}

/** Prints a text with this program's own color codes; all other control characters are escaped. */
export function printPainted(text: string): void {
  process.stdout.write(visiblePainted(text, shownText));
}

/** Prints a value as JSON with --json, and otherwise as text. */
export function say<T>(flags: Flags, value: T, textOf: (value: T) => string): void {
  const text = flags['json'] === true ? JSON.stringify(value, null, 2) : textOf(value).trimEnd();
  if (text !== '') print(text);
}
