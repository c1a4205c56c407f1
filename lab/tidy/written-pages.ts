import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NOT_OURS = /^(?:\.|node_modules$|dist$)/;

/** The pages of the checkout: Markdown, and `llms.txt`. Installed packages, bundles and links to folders are skipped. */
export function writtenPages(folder = ''): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NOT_OURS.test(entry.name) ? [] : writtenPages(path);
    return entry.name.endsWith('.md') || path === 'llms.txt' ? [path] : [];
  });
}
