import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Beside a chunk of the package, beside its entries, and from the sources. */
const PLACES = ['../console/', './console/', '../../dist/console/'];

/** A file of the console as it was built; null if there is none. */
export async function readConsoleFile(name: string): Promise<Uint8Array | null> {
  for (const place of PLACES) {
    const bytes = await readFile(fileURLToPath(new URL(place + name, import.meta.url))).catch(() => null);
    if (bytes !== null) return bytes;
  }
  return null;
}
