import type { WorldConfig } from '../../control/schemas/world-input.ts';
import { DEFAULT_WORLD } from '../../domain/test-control/default-world.ts';
import { clockOf } from '../../runtime/clock.ts';
import { restartEffects } from '../../runtime/effects.ts';
import type { Snapshot } from '../../runtime/keeper.ts';
import { type HostOptions, openHost } from '../../runtime/open-host.ts';
import { afterwards, type HostPorts, portsOf, type WorldHost } from '../../runtime/world-host.ts';
import type { DataFolder } from '../../storage/data-folder.ts';
import type { FileSystem } from '../../storage/file-system.ts';
import { BLOBS, type KeptBlobs, readBlob } from '../../storage/kept-blobs.ts';
import { lossOf } from '../../storage/recovery.ts';
import type { Replica } from '../../storage/replay.ts';
import { resumeWorld, type Worlds } from '../worlds.ts';
import { areSameConfigs, configFrom, keptConfig } from './kept-config.ts';

/** More than the number of ids that are assigned between two changes. */
const SPARE_IDS = 10_000;
/** The number of pictures that are read at the same time. */
const AT_ONCE = 16;

/** Restores the worlds of a data directory into an emulator, and continues them. */
export async function resumeWorlds(
  worlds: Worlds,
  { config, ...kept }: Omit<BlobParts, 'onWarning'> & { config: WorldConfig },
): Promise<void> {
  const { data } = kept;
  const { recovered } = data;
  if (recovered === null) return;
  const { onWarning = () => {} } = worlds.ports;
  for (const notice of recovered.notices) onWarning(`${data.name}: ${notice}`);
  const replicas = [...recovered.replicas.values()].sort((a, b) => a.id - b.id);
  tellOfConfigs(data.name, replicas, config, onWarning);
  await readBlobs(replicas, { ...kept, onWarning });
  const hosts = new Map<number, WorldHost>();
  for (const replica of replicas) {
    const parent = replica.parent === null ? null : (hosts.get(replica.parent) ?? null);
    hosts.set(replica.id, resumeOne(worlds, data, replica, parent));
  }
  for (const host of hosts.values()) {
    restartEffects(host.effects);
    afterwards(host);
  }
}

function resumeOne(worlds: Worlds, data: DataFolder, replica: Replica, parent: WorldHost | null): WorldHost {
  const { id, name, world, snapshots, requests } = replica;
  const { config } = configFrom(replica.config);
  const ready = snapshots.get(replica.ready ?? 0);
  const ports = portsOf(worlds.ports, name);
  const clock = clockOf(replica.clock, ports.wall);
  const saved = new Map([...replica.saved].flatMap(([of, number]) => pairOf(of, snapshots.get(number))));
  // Refusals since the last change have used ids that are not recorded anywhere.
  const taken = data.recovered?.changed.size === 0 ? 0 : SPARE_IDS;
  const host = resumeHost(worlds, ports, {
    ...{ name, world, clock, config, parent, saved },
    ...(ready !== undefined && { ready }),
    requests: requests + taken,
  });
  data.book.resume({
    id,
    host,
    config: replica.config,
    parent: replica.parent,
    isEntered: true,
    snapshots: new Map([...snapshots].map(([number, snapshot]) => [snapshot, number])),
    saved,
    isChanged: data.recovered?.changed.has(id) ?? true,
    rows: null,
    requests,
  });
  return host;
}

function pairOf(name: string, snapshot: Snapshot | undefined): [string, Snapshot][] {
  return snapshot === undefined ? [] : [[name, snapshot]];
}

function statesIn({ world, snapshots }: Replica) {
  return [world.state, ...[...snapshots.values()].map(({ state }) => state)];
}

/** The settings of a start apply to new worlds; existing ones keep theirs. */
function tellOfConfigs(
  name: string,
  replicas: readonly Replica[],
  config: WorldConfig,
  onWarning: (text: string) => void,
): void {
  const kept = replicas.find((replica) => replica.name === DEFAULT_WORLD)?.config;
  if (kept !== undefined && !areSameConfigs(kept, keptConfig(config)))
    onWarning(
      `${name} has worlds with other settings (clock, seed, readings or stages), which they keep; to use new settings, use another directory`,
    );
  for (const replica of replicas) {
    const { dropped } = configFrom(replica.config);
    if (dropped.length > 0)
      onWarning(`the world ${replica.name} answers as usual what cannot be chosen any more: ${dropped.join(', ')}`);
  }
}

type BlobParts = {
  acceptLoss: boolean;
  data: DataFolder;
  files: FileSystem;
  blobs: KeptBlobs;
  onWarning(text: string): void;
};

/** Reads all pictures that worlds need, and removes the others. */
async function readBlobs(replicas: readonly Replica[], ports: BlobParts): Promise<void> {
  const { data, files, blobs, acceptLoss, onWarning } = ports;
  const used = new Set(replicas.flatMap(statesIn).flatMap(({ blobUses }) => [...blobUses.keys()]));
  const there = new Set(await files.list(BLOBS));
  const unneeded = [...there].filter((digest) => !used.has(digest)).map((digest) => `${BLOBS}/${digest}`);
  // They belong to changes that were never acknowledged, unless something else was lost.
  for (const path of unneeded) {
    if (data.isWhole) await files.remove(path);
    else data.setAside.add(path);
  }
  const lost: string[] = [];
  const readOne = async (digest: string) => {
    const bytes = await readBlob(files, digest);
    if (typeof bytes === 'string') lost.push(digest);
    else blobs.resume(digest, bytes);
  };
  const digests = [...used];
  for (let start = 0; start < digests.length; start += AT_ONCE)
    await Promise.all(digests.slice(start, start + AT_ONCE).map(readOne));
  if (lost.length === 0) return;
  const shown = lost.slice(0, 3).map((digest) => `${BLOBS}/${digest}`);
  const problem = `${lost.length} of its pictures are missing or damaged (${shown.join(', ')})`;
  if (!acceptLoss) throw lossOf(files, problem);
  onWarning(`${data.name}: ${problem}: they cannot be read, and cannot be used in new jobs`);
  for (const digest of lost) if (there.has(digest)) data.setAside.add(`${BLOBS}/${digest}`);
}

/** A stored world: in a data directory, or at the beginning of a recorded session. */
type KeptHost = Omit<HostOptions, 'journalLimit'> & {
  requests: number;
  config: WorldConfig;
  parent: WorldHost | null;
  saved: Map<string, Snapshot>;
};

/** Adds a restored world to an emulator, with its keys and the memory of its snapshots. */
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
