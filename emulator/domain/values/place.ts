import type { Trigger } from '../test-control/trigger.ts';

/**
 * Where a plan or a fault stands. Rows are tried place by place: those that ask for it; those that end by themselves,
 * first in, first out; those that stand, so that a test overrides what its suite set up; those of the configuration.
 */
export const PLACES = ['prepended', 'ending', 'standing', 'configured'] as const;
export type Place = (typeof PLACES)[number];

/** In these the newest row goes before the older ones; in the others it goes behind them. */
const NEWEST_FIRST: readonly Place[] = ['prepended', 'standing'];

/** The place of a row that is added while the emulator runs. */
export function placeOf({ nth, times }: Trigger, isPrepended: boolean): Place {
  if (isPrepended) return 'prepended';
  return nth !== null || times !== null ? 'ending' : 'standing';
}

/** The rows in the order in which they are tried, one more of them in its place. */
export function withRow<Row extends { place: Place }>(rows: readonly Row[], row: Row): readonly Row[] {
  const rank = PLACES.indexOf(row.place) + (NEWEST_FIRST.includes(row.place) ? 0 : 1);
  const behind = rows.findIndex(({ place }) => PLACES.indexOf(place) >= rank);
  return behind === -1 ? [...rows, row] : [...rows.slice(0, behind), row, ...rows.slice(behind)];
}
