import type { Play } from './frame.ts';

/** Returns the time of the target, whose clock may differ from ours. */
export async function timeOfTarget({ effects, facts, state }: Play): Promise<number> {
  const now = await effects.now();
  return facts.offered.includes('clock') ? now : now + state.clockAhead;
}
