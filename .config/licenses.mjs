// The licenses of the bundled packages, which must be distributed with the code.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One text with the license of each package that the modules come from. */
export function licensesOf(moduleIds) {
  const folders = [...new Set(moduleIds.map(packageFolder).filter((folder) => folder !== null))].sort();
  const texts = folders.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return `${name} ${version} (${license})\n\n${licenseText(folder, name)}`;
  });
  return `dist/ contains code of these packages.\n\n${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

function packageFolder(id) {
  return /^(.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)?.[1] ?? null;
}

function licenseText(folder, name) {
  const file = readdirSync(folder).find((one) => /^licen[sc]e(?:\.\w+)?$/i.test(one));
  if (file === undefined) throw new Error(`${name} is bundled, but it has no license file to go with it`);
  return readFileSync(join(folder, file), 'utf8').trim();
}
