import type { Snapshot } from '../runtime/keeper.ts';
import type { KeptSnapshot } from './kept-snapshot.ts';
import { captureState, rowsOf } from './state-rows.ts';

/** Apart from what reads a snapshot again, whose schemas a start need not load. */
export function keepSnapshot({ state, clock, requests }: Snapshot): KeptSnapshot {
  return { clock, requests, rows: [...rowsOf(captureState(state))] };
}
