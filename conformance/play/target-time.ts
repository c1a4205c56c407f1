import type { Play } from './frame.ts';

/** The target's time: its clock need not be ours. */
export async function timeOfTarget({ effects, facts, state }: Play): Promise<number> {
  const now = await effects.now();
  return facts.offered.includes('clock') ? now : now + state.clockAhead;
}
