import { CLI_PARTS } from './cli-parts.ts';
import { CONFIG_PARTS } from './config-parts.ts';
import { CONTROL_PARTS } from './control-parts.ts';
import type { Parts } from './regions.ts';

/** Everything that a page of the reference may have written between its marks. */
export const PARTS: Parts = { ...CLI_PARTS, ...CONFIG_PARTS, ...CONTROL_PARTS };
