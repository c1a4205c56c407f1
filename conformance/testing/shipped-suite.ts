import { openSuite } from '../certify.ts';
import type { Loaded } from '../suite/scenario/load-suite.ts';

let suite: Loaded | null = null;

/** The suite that comes with the package: it takes most of a second to read, so test files share it. */
export function shippedSuite(): Loaded {
  suite ??= openSuite();
  return suite;
}
