import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Relative to a chunk of the package, to its entry points, and to the sources. */
const PLACES = ['../console/', './console/', '../../dist/console/'];

/** A built file of the console; null if it does not exist. */
export async function readConsoleFile(name: string): Promise<Uint8Array | null> {
  for (const place of PLACES) {
    const bytes = await readFile(fileURLToPath(new URL(place + name, import.meta.url))).catch(() => null);
    if (bytes !== null) return bytes;
  }
  return null;
}
