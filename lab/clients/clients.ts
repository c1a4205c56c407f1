import { ANALYZE } from './mistakes/analyze.ts';
import { HOUSEKEEPING } from './mistakes/housekeeping.ts';
import { MAKEUP_PY, MAKEUP_SH } from './mistakes/makeup.ts';
import type { Mistake } from './mistakes/mistake.ts';
import { RECEIVER } from './mistakes/receiver.ts';

/** A careful client, its tests, and the mistakes that are introduced into it. The files are in `careful/`. */
export type Client = {
  name: string;
  /** The file that the mistakes change. */
  source: string;
  tests: string;
  runtime: 'node' | 'python3' | 'sh';
  mistakes: readonly Mistake[];
};

export const CLIENTS: readonly Client[] = [
  { name: 'analyze', source: 'analyze.ts', tests: 'analyze-tests.ts', runtime: 'node', mistakes: ANALYZE },
  { name: 'receiver', source: 'receiver.ts', tests: 'receiver-tests.ts', runtime: 'node', mistakes: RECEIVER },
  { name: 'makeup-py', source: 'makeup.py', tests: 'test_makeup.py', runtime: 'python3', mistakes: MAKEUP_PY },
  {
    name: 'housekeeping',
    source: 'housekeeping.py',
    tests: 'test_housekeeping.py',
    runtime: 'python3',
    mistakes: HOUSEKEEPING,
  },
  { name: 'makeup-sh', source: 'makeup.sh', tests: 'test_makeup.sh', runtime: 'sh', mistakes: MAKEUP_SH },
];
