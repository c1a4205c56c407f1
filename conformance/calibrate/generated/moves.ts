// Written by `npm run twins`.
import type { Moves } from '../moves.ts';

/** What moves among the facts of the battery under each choice of an open question. */
export const MOVES: Moves = { places: [], values: [], questions: [] };
