import { openSuite } from '../certify.ts';
import type { Loaded } from '../suite/scenario/load-suite.ts';

let suite: Loaded | null = null;

/** The built-in suite. Reading it takes most of a second, so the tests in a file share it. */
export function shippedSuite(): Loaded {
  suite ??= openSuite();
  return suite;
}
