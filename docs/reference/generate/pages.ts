import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PARTS } from './parts.ts';
import { fillRegions } from './regions.ts';

const FOLDER = new URL('../', import.meta.url);

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
