import type { Snapshot } from '../runtime/keeper.ts';
import type { KeptSnapshot } from './kept-snapshot.ts';
import { captureState, rowsOf } from './state-rows.ts';

/** Separate from the code that reads snapshots, so that a start need not load its schemas. */
export function keepSnapshot({ state, clock, requests }: Snapshot): KeptSnapshot {
  return { clock, requests, rows: [...rowsOf(captureState(state))] };
}
