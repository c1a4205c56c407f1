import type { Trigger } from '../test-control/trigger.ts';

/**
 * The order in which plans and faults are tried: first those that request it (`prepended`); then those that end by
 * themselves, first in, first out; then the permanent ones, newest first, so that a test overrides the setup of its
 * suite; then those of the configuration.
 */
export const PLACES = ['prepended', 'ending', 'standing', 'configured'] as const;
export type Place = (typeof PLACES)[number];

/** In these places a new row goes before the older ones, in the others after them. */
const NEWEST_FIRST: readonly Place[] = ['prepended', 'standing'];

/** The place of a row that is added while the emulator runs. */
export function placeOf({ nth, times }: Trigger, isPrepended: boolean): Place {
  if (isPrepended) return 'prepended';
  return nth !== null || times !== null ? 'ending' : 'standing';
}

/** The rows in the order in which they are tried, with one more row in its place. */
export function withRow<Row extends { place: Place }>(rows: readonly Row[], row: Row): readonly Row[] {
  const rank = PLACES.indexOf(row.place) + (NEWEST_FIRST.includes(row.place) ? 0 : 1);
  const behind = rows.findIndex(({ place }) => PLACES.indexOf(place) >= rank);
  return behind === -1 ? [...rows, row] : [...rows.slice(0, behind), row, ...rows.slice(behind)];
}
