import { readFileSync, writeFileSync } from 'node:fs';
import { freshPage, pages } from './pages.ts';
import { generatedSources } from './questions/write-sources.ts';

for (const { path, text } of generatedSources()) {
  if (readFileSync(path, 'utf8') === text) continue;
  writeFileSync(path, text);
  console.log(`wrote ${path.slice(path.lastIndexOf('/shared/') + 1)}`);
}

/** Writes what the pages of the reference have between their marks. */
for (const page of pages()) {
  const fresh = await freshPage(page);
  if (fresh === page.text) continue;
  writeFileSync(page.path, fresh);
  console.log(`wrote docs/reference/${page.file}`);
}
