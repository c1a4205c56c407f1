import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (how?: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

let collect: Collect | null = null;

/**
 * Collects all garbage at once. Otherwise V8 does so when it needs memory, which may be much later. With `andReturn`, V8
 * also returns the freed memory to the system, which takes longer.
 */
export function collectGarbage({ andReturn = false } = {}): void {
  if (collect === null) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
  }
  collect();
  // Node 20 returns the memory itself, and does not know this flavor.
  if (andReturn) collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
