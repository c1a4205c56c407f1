import { readFileSync } from 'node:fs';

let known: string | null = null;

/** The version of the package, from its package.json, which is next to dist, or above the sources. */
export function toolVersion(): string {
  known ??= ['../package.json', '../../package.json'].map(versionIn).find((version) => version !== null) ?? '0.0.0';
  return known;
}

function versionIn(path: string): string | null {
  try {
    const { name, version } = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
    return name === 'tryon-kit' ? version : null;
  } catch {
    return null;
  }
}
