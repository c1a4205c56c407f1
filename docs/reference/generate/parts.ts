import { CLI_PARTS } from './cli-parts.ts';
import { CONFIG_PARTS } from './config-parts.ts';
import { CONTROL_PARTS } from './control-parts.ts';
import { DEVIATION_PARTS } from './deviation-parts.ts';
import { LANGUAGE_PARTS } from './language-parts.ts';
import { READING_PARTS } from './reading-parts.ts';
import type { Parts } from './regions.ts';
import { SUITE_PARTS } from './suite-parts.ts';

/** Every generated part of the reference, by the name of its marks. */
export const PARTS: Parts = {
  ...CLI_PARTS,
  ...CONFIG_PARTS,
  ...CONTROL_PARTS,
  ...LANGUAGE_PARTS,
  ...SUITE_PARTS,
  ...READING_PARTS,
  ...DEVIATION_PARTS,
};
