import { resumeConduct } from '../world/deviations.ts';
import { copyState, recordsIn, type WorldState } from '../world/state.ts';
import { restartEffects } from './effects.ts';
import type { Snapshot } from './keeper.ts';
import { afterwards, nowIn, type WorldHost } from './world-host.ts';

/** A snapshot of the complete World at its current instant, for `restore`. */
export function takeSnapshot(host: WorldHost): Snapshot {
  nowIn(host);
  return snapshotOf(host);
}

/** Saves a snapshot under a name, replacing the one with this name. Throws `NoRoom` if there is no room for it. */
export function keepSnapshot(host: WorldHost, saved: Map<string, Snapshot>, name: string): Snapshot {
  const { memory } = host.ports;
  nowIn(host);
  const replaced = saved.get(name);
  memory.require('snapshots', replaced === undefined ? 1 : 0);
  memory.require('records', recordsIn(host.world.state) - (replaced === undefined ? 0 : recordsIn(replaced.state)));
  const snapshot = snapshotOf(host);
  saved.set(name, snapshot);
  host.ports.keeper?.note(host, { at: snapshot.state.now, do: 'save', name, snapshot });
  host.room.noteSnapshot(snapshot.state, 1);
  if (replaced !== undefined) forgetSnapshot(host, replaced);
  return snapshot;
}

/** Throws `NoRoom` if the state of a snapshot is larger than there is room for. */
export function requireRoomFor({ world, ports }: WorldHost, { state }: Snapshot): void {
  ports.memory.require('records', recordsIn(state) - recordsIn(world.state));
}

export function snapshotOf({ world, clock, requests }: Pick<WorldHost, 'world' | 'clock' | 'requests'>): Snapshot {
  return { state: copyState(world.state), clock: clock.settings(), requests };
}

/** Restores a World. Work that was running is discarded; work that was running in the snapshot starts again. */
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
  host.ports.keeper?.note(host, { at: world.state.now, do: 'restore', snapshot: saved, clock: host.clock.row() });
  host.epoch += 1;
  host.plans.replace(before.plans, saved.state.plans);
  host.stuck = null;
  host.requests = saved.requests;
  for (const digest of before.blobUses.keys()) world.freed.add(digest);
  restartEffects(host.effects);
  host.journal.forgetTime();
  afterwards(host);
}

/** Makes the current state the one that `reset` restores. */
export function markReady(host: WorldHost): void {
  host.ready = snapshotOf(host);
  host.ports.keeper?.note(host, { at: host.world.state.now, do: 'ready', snapshot: host.ready });
  host.room.noteReady(host.ready.state);
}

/** Restores the state in which the world was marked ready, and clears the journal. */
export function reset(host: WorldHost): void {
  restore(host, host.ready);
  host.journal.clear();
}

/** The current state and the one that `reset` restores. */
export function statesOf({ world, ready }: WorldHost): WorldState[] {
  return [world.state, ready.state];
}

/** Releases the bytes that only this snapshot needed, because it will not be restored any more. */
export function forgetSnapshot(host: WorldHost, snapshot: Snapshot): void {
  host.ports.keeper?.note(host, { at: host.world.state.now, do: 'forget', snapshot });
  host.room.noteSnapshot(snapshot.state, -1);
  for (const digest of snapshot.state.blobUses.keys()) host.world.freed.add(digest);
  afterwards(host);
}
