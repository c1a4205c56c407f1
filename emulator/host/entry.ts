import type { WorldControl } from '../control/world-control.ts';
import type { Snapshot } from '../runtime/keeper.ts';
import { statesOf } from '../runtime/snapshots.ts';
import type { WorldHost } from '../runtime/world-host.ts';
import type { WorldState } from '../world/state.ts';

export type Entry = {
  host: WorldHost;
  control: WorldControl;
  snapshots: Map<string, Snapshot>;
  /** Its settings outside of its state. */
  config: { now: object };
  /** For an account's own world: the world in which the account was created. */
  parent: WorldHost | null;
};

export function isInAnyState(
  entries: ReadonlyMap<string, Entry>,
  filling: ReadonlySet<WorldHost>,
  test: (state: WorldState) => boolean,
): boolean {
  for (const entry of entries.values()) if (allStates(entry).some(test)) return true;
  for (const { world } of filling) if (test(world.state)) return true;
  return false;
}

export function allStates({ host, snapshots }: Pick<Entry, 'host' | 'snapshots'>): WorldState[] {
  return [...statesOf(host), ...[...snapshots.values()].map(({ state }) => state)];
}
