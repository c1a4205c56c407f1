import type { WorldConfig } from '../../control/schemas/world-input.ts';
import type { Snapshot } from '../../runtime/keeper.ts';
import { type HostOptions, openHost } from '../../runtime/open-host.ts';
import type { HostPorts, WorldHost } from '../../runtime/world-host.ts';
import { resumeWorld, type Worlds } from '../worlds.ts';

/** A world as it was kept: in a data directory, or at the beginning of a recorded session. */
export type KeptHost = Omit<HostOptions, 'journalLimit'> & {
  requests: number;
  config: WorldConfig;
  parent: WorldHost | null;
  saved: Map<string, Snapshot>;
};

/** Puts a world into an emulator, with its keys and what its snapshots take. */
export function resumeHost(worlds: Worlds, ports: HostPorts, kept: KeptHost): WorldHost {
  const { requests, config, parent, saved, world, ...options } = kept;
  const host = openHost({ ...options, world, journalLimit: config.journal_limit }, ports);
  host.requests = requests;
  const snapshots = [...saved.values()].map(({ state }) => state);
  for (const { keys } of [world.state, host.ready.state, ...snapshots])
    for (const secret of keys.keys()) world.secrets.add(secret);
  host.room.note(world.state);
  host.room.noteReady(host.ready.state);
  for (const state of snapshots) host.room.noteSnapshot(state, 1);
  resumeWorld(worlds, host, config, parent, saved);
  return host;
}
