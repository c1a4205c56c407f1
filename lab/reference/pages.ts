import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CLI_PARTS } from './cli-parts.ts';
import { CONFIG_PARTS } from './config-parts.ts';
import { CONTROL_PARTS } from './control-parts.ts';
import { DEVIATION_PARTS } from './deviation-parts.ts';
import { LANGUAGE_PARTS } from './language-parts.ts';
import { READING_PARTS } from './reading-parts.ts';
import { fillRegions, type Parts } from './regions.ts';
import { SHOWN_PARTS } from './shown-parts.ts';
import { SUITE_PARTS } from './suite-parts.ts';

/** Everything that a page of the reference may have written between its marks. */
export const PARTS: Parts = {
  ...CLI_PARTS,
  ...CONFIG_PARTS,
  ...CONTROL_PARTS,
  ...LANGUAGE_PARTS,
  ...SUITE_PARTS,
  ...SHOWN_PARTS,
  ...READING_PARTS,
  ...DEVIATION_PARTS,
};

const FOLDER = new URL('../../docs/reference/', import.meta.url);

export type Page = { file: string; path: string; text: string };

export function pages(): Page[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));
  return names.map((file) => {
    const path = fileURLToPath(new URL(file, FOLDER));
    return { file, path, text: readFileSync(path, 'utf8') };
  });
}

/** The page as it would be written now. */
export function freshPage({ file, text }: Page): Promise<string> {
  return fillRegions(file, text, PARTS);
}
