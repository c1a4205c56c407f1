import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CLI_PARTS } from './cli-parts.ts';
import { CONFIG_PARTS } from './config-parts.ts';
import { CONTROL_PARTS } from './control-parts.ts';
import { DEVIATION_PARTS } from './deviation-parts.ts';
import { LANGUAGE_PARTS } from './language-parts.ts';
import { READING_PARTS } from './reading-parts.ts';
import { fillRegions, type Parts } from './regions.ts';
import { SHOWN_PARTS } from './shown/shown-parts.ts';
import { SUITE_PARTS } from './suite-parts.ts';

/** Everything that can be generated between the markers of a reference page. */
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
const TEMPLATES = new URL('templates/', import.meta.url);

/** A page: its name below docs/reference, its path, and its text with the markers. */
export type Page = { file: string; path: string; text: string };

/** The pages of the checkout. */
export function keptPages(): Page[] {
  return pagesOf(FOLDER, '');
}

/** The pages that are only in the package, because they are long and entirely generated. */
export function madePages(): Page[] {
  return pagesOf(TEMPLATES, 'tables/');
}

function pagesOf(folder: URL, below: string): Page[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
  return names.map((name) => ({
    file: `${below}${name}`,
    path: fileURLToPath(new URL(`${below}${name}`, FOLDER)),
    text: readFileSync(new URL(name, folder), 'utf8'),
  }));
}

/** Generates the current text of a page. */
export function freshPage({ file, text }: Page): Promise<string> {
  return fillRegions(file, text, PARTS);
}

export async function madePage(name: string): Promise<string> {
  const page = madePages().find(({ file }) => file === `tables/${name}`);
  if (page === undefined) throw new Error(`lab/reference/templates has no ${name}`);
  return freshPage(page);
}
