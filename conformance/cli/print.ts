import { createMask, type Mask } from '../effects/secrets/mask.ts';
import type { Secret } from '../effects/secrets/secret-index.ts';
import { visible } from '../report/formats/visible.ts';

/**
 * The one way out of the command line: what it knows to be secret is masked, and what could not be seen is spelt out,
 * whoever wrote it. One command runs at a time.
 */
let known: readonly Secret[] = [];
let mask: Mask = createMask(known);

/** What was known of an earlier command is forgotten; what looks like a secret among the words of this one is known. */
export function beginPrinting(words: readonly string[]): void {
  const keys = words.flatMap((word) => word.match(/pk_(?:live|test)_[\w-]{8,}/g) ?? []);
  known = [];
  keepSecrets([...new Set(keys)].map((secret) => ({ name: 'key', secret })));
}

/** What is known better now is called so. */
export function keepSecrets(secrets: readonly Secret[]): void {
  known = [...secrets, ...known];
  mask = createMask(known);
}

/** As it may be shown or written to a file. */
export function shownText(text: string): string {
  return visible(mask.text(text));
}

export function print(text: string): void {
  console.log(shownText(text));
}

export function printError(text: string): void {
  console.error(shownText(text));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: with it each code begins.
const COLOURS = /(\x1b\[\d{1,2}m)/;

/** What was coloured by us: the codes for that pass, and nothing else does. */
export function printPainted(text: string): void {
  const parts = text.split(COLOURS).map((part, index) => (index % 2 === 1 ? part : shownText(part)));
  process.stdout.write(parts.join(''));
}
