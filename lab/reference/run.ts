import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freshPage, keptPages, madePages } from './pages.ts';
import { generatedSources } from './questions/write-sources.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Writes the sources that are generated from the open questions, and the reference pages. */
for (const { path, text } of generatedSources()) write(path, text);
for (const page of [...keptPages(), ...madePages()]) write(page.path, await freshPage(page));

function write(path: string, text: string): void {
  if (textOf(path) === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  // Standard output belongs to `npm pack --json`, which runs this script first.
  console.error(`wrote ${relative(ROOT, path)}`);
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
