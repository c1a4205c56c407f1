import type { Instant } from '../domain/values/time.ts';
import type { ClockRow } from '../runtime/clock.ts';
import type { ConductRows } from '../runtime/keeper.ts';
import type { PictureRecipe } from '../world/ports.ts';
import type { KeptSnapshot } from './kept-snapshot.ts';

/** One change of one world, as it stands in a file. Worlds and snapshots go by numbers that are never given again. */
export type WorldEntry = {
  world: number;
  at: Instant;
  /** How many ids on the wire there were by then that no change stands behind, where there are more than before. */
  requests?: number;
  /** What deviations and choices remembered before it, where that is not what the last change left. */
  rows?: ConductRows;
} & (
  | { do: 'made'; name: string; config: object; parent: number | null; clock: ClockRow }
  | { do: 'entered' }
  | { do: 'removed' }
  | { do: 'command'; command: { verb: string; with: unknown } }
  | { do: 'pass'; clock: ClockRow }
  | { do: 'clock'; clock: ClockRow }
  | { do: 'ready'; snapshot: number }
  | { do: 'save'; name: string; snapshot: number }
  | { do: 'bring'; name: string | null; config: object | null; snapshot: number; brought: KeptSnapshot }
  | { do: 'forget'; snapshot: number }
  | { do: 'restore'; snapshot: number; clock: ClockRow }
);

/** How a picture can be made again. */
export type RecipeEntry = { recipe: PictureRecipe; digest: string };

/** `n` numbers all changes of a directory; `kept` is the number up to which all were kept when this was written. */
export type Entry = { n: number; kept?: number } & (WorldEntry | RecipeEntry);

export function isRecipe(entry: WorldEntry | RecipeEntry): entry is RecipeEntry {
  return 'recipe' in entry;
}
