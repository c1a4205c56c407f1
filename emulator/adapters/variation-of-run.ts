import { readFileSync } from 'node:fs';
import { NO_VARIATION, type Variation } from '../domain/test-control/variation.ts';

/** Names the file of the variation to the programs that `vary` runs: an emulator of theirs, and each of its worlds, is as it says. */
export const VARIATION_FILE = 'TRYON_VARIATION';

/** The variation of the run that this process belongs to; null where there is none. */
export function variationOfRun(file = process.env[VARIATION_FILE]): Variation | null {
  if (file === undefined || file === '') return null;
  return { ...NO_VARIATION, ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<Variation>) };
}
