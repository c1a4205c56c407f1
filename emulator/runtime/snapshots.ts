import { resumeConduct } from '../world/deviations.ts';
import { copyState, type WorldState } from '../world/state.ts';
import { restartEffects } from './effects.ts';
import { afterwards, nowIn, type Snapshot, type WorldHost } from './world-host.ts';

/** All that a World is at its present instant, to be given back to `restore`. */
export function takeSnapshot(host: WorldHost): Snapshot {
  nowIn(host);
  return snapshotOf(host);
}

export function snapshotOf({ world, clock, requests }: Pick<WorldHost, 'world' | 'clock' | 'requests'>): Snapshot {
  return { state: copyState(world.state), clock: clock.settings(), requests };
}

/** Puts a World back. What was under way before is without effect; what the snapshot had under way begins anew. */
export function restore(host: WorldHost, saved: Snapshot): void {
  const { world } = host;
  const before = world.state;
  try {
    world.state = copyState(saved.state);
    resumeConduct(world);
    host.clock.change(saved.clock, world.state.now);
  } catch (error) {
    world.state = before;
    resumeConduct(world);
    throw error;
  }
  host.epoch += 1;
  host.plans.replace(before.plans, saved.state.plans);
  host.stuck = null;
  host.requests = saved.requests;
  for (const digest of before.blobUses.keys()) world.freed.add(digest);
  restartEffects(host.effects);
  host.journal.forgetTime();
  afterwards(host);
}

/** From here on `reset` comes back to the present state. */
export function markReady(host: WorldHost): void {
  host.ready = snapshotOf(host);
}

/** The state as it was when the world was made ready; the journal begins anew as well. */
export function reset(host: WorldHost): void {
  restore(host, host.ready);
  host.journal.clear();
}

/** The present state and the one that `reset` comes back to. */
export function statesOf({ world, ready }: WorldHost): WorldState[] {
  return [world.state, ready.state];
}

/** Gives up the bytes that only this snapshot needed; it is not restored any more. */
export function forgetSnapshot(host: WorldHost, { state }: Snapshot): void {
  for (const digest of state.blobUses.keys()) host.world.freed.add(digest);
  afterwards(host);
}
