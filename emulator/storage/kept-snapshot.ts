import * as z from 'zod';
import { CLOCK_MODES, type ClockRow, type ClockSettings } from '../runtime/clock.ts';
import type { Snapshot } from '../runtime/keeper.ts';
import { count, instant, schemaOf } from '../world/rows/schema-of.ts';
import { stateFrom } from './read-state.ts';

/** The form that the control API accepts. */
export const clockSchema = schemaOf<ClockSettings>()(
  z.strictObject({ mode: z.enum(CLOCK_MODES), rate: z.number().positive().max(1e6) }),
);
export const clockRowSchema = schemaOf<ClockRow>()(clockSchema.extend({ wall: z.number(), world: instant }));

/** The parts of a snapshot other than its rows. */
export const besideRows = { clock: clockSchema, requests: count };

/**
 * A snapshot as plain data, in a change of a data directory or in a recorded session. Its rows are checked when a state
 * is made from them.
 */
export const keptSnapshotSchema = z.strictObject({ ...besideRows, rows: z.array(z.unknown()) });
export type KeptSnapshot = z.output<typeof keptSnapshotSchema>;

/** Throws `DataProblem` with the place of an invalid row. */
export function snapshotFrom({ clock, requests, rows }: KeptSnapshot, placeOf?: (row: number) => string): Snapshot {
  return { clock, requests, state: stateFrom(rows, placeOf) };
}
