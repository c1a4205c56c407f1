import { readFileSync } from 'node:fs';

/** The version in the package.json of the package, which is above this file both in the sources and in builds. */
export function version(): string {
  for (const up of ['../package.json', '../../package.json', '../../../package.json']) {
    const found = readPackage(new URL(up, import.meta.url));
    if (found?.name === 'tryon-kit') return found.version;
  }
  return 'unknown';
}

function readPackage(url: URL): { name: string; version: string } | null {
  try {
    return JSON.parse(readFileSync(url, 'utf8'));
  } catch {
    return null;
  }
}
