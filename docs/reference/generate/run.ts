import { writeFileSync } from 'node:fs';
import { freshPage, pages } from './pages.ts';

/** Writes what the pages of the reference have between their marks. */
for (const page of pages()) {
  const fresh = await freshPage(page);
  if (fresh === page.text) continue;
  writeFileSync(page.path, fresh);
  console.log(`wrote docs/reference/${page.file}`);
}
