import type { PictureFolder } from '../adapters/picture-file.ts';
import { coverageOf } from '../behaviours/coverage-of.ts';
import type { OwnWorlds } from '../control/account-control.ts';
import type { Recording, RecordOptions } from '../control/files/file-control.ts';
import type { NamedWorldInput, WorldConfig } from '../control/schemas/world-input.ts';
import { controlWorld, type WorldControl } from '../control/world-control.ts';
import { warnOfRetired } from '../domain/retired.ts';
import { ControlRefusal } from '../domain/test-control/control-refusal.ts';
import { DEFAULT_WORLD } from '../domain/test-control/default-world.ts';
import type { Snapshot } from '../runtime/keeper.ts';
import { closeHost } from '../runtime/open-host.ts';
import { markReady, statesOf } from '../runtime/snapshots.ts';
import type { HostPorts, WorldHost } from '../runtime/world-host.ts';
import { type Always, NOTHING_ALWAYS } from '../vary/varied.ts';
import { chosenSettings } from '../world/deviations.ts';
import type { Settings } from '../world/world.ts';
import { fillWorld, openWorld } from './build-world.ts';
import { allStates, type Entry, isInAnyState } from './entry.ts';
import { createGoneKeys, type GoneKeys, noWorldWith, refuseTaken } from './gone-keys.ts';
import { followDeviations, inherited, reportFired } from './inherit.ts';
import { keptConfig } from './keeping/kept-config.ts';
import { lazyFiles, readWorldBytes } from './lazy-files.ts';
import { loadDeviator } from './load-deviator.ts';

/** The worlds of one emulator, as plain state. A key selects its world, so clients on one port do not interfere. */
export type Worlds = {
  readonly entries: Map<string, Entry>;
  readonly ports: HostPorts;
  /** The configuration that the emulator was started with, which later worlds inherit. */
  readonly config: WorldConfig;
  readonly always: Always;
  /** The number of generated names, including those of worlds that do not exist yet or any more. */
  namesGiven: number;
  /** Worlds that are being filled: their bytes are needed, although they cannot be found yet. */
  readonly filling: Set<WorldHost>;
  /** The remaining cleanup of removed worlds. */
  readonly ending: Set<Promise<void>>;
  readonly goneKeys: GoneKeys;
  record(world: string, options?: RecordOptions): Promise<Recording>;
  /** Caches where keys were found last. */
  readonly hostsOfKeys: Map<string, WorldHost>;
};

/** `resume` restores stored worlds, which are not configured again. `always` is what every world has. */
export async function openWorlds(
  config: WorldConfig & { worlds: Record<string, WorldConfig> },
  ports: Omit<HostPorts, 'isBlobUsed'>,
  {
    resume,
    record,
    always = NOTHING_ALWAYS,
  }: Pick<Worlds, 'record'> & { always?: Always; resume?(worlds: Worlds): Promise<void> },
): Promise<Worlds> {
  const entries = new Map<string, Entry>();
  const filling = new Set<WorldHost>();
  const isBlobUsed = (digest: string) => isInAnyState(entries, filling, ({ blobUses }) => blobUses.has(digest));
  const goneKeys = createGoneKeys();
  const worlds: Worlds = {
    entries,
    config,
    always,
    ports: { ...ports, isBlobUsed, worldOfGoneKey: (secret) => goneKeys.worldOf(secret) },
    namesGiven: 0,
    filling,
    ending: new Set(),
    goneKeys,
    record,
    hostsOfKeys: new Map(),
  };
  await resume?.(worlds);
  const there = new Set(entries.keys());
  for (const [name, worldConfig] of [[DEFAULT_WORLD, config] as const, ...Object.entries(config.worlds)])
    if (!there.has(name)) await addWorld(worlds, name, worldConfig);
  return worlds;
}

/** The current readings and stages of a world. */
export function settingsOf({ entries }: Worlds, name: string): Settings {
  const entry = entries.get(name);
  if (entry === undefined) throw new ControlRefusal(404, `there is no world ${name}`);
  return chosenSettings(entry.host.world);
}

/** `files`: where it may name pictures by path. */
export async function createWorld(
  worlds: Worlds,
  input: NamedWorldInput = {},
  files: PictureFolder = 'anywhere',
): Promise<WorldControl> {
  warnOfRetired([input], worlds.ports.onWarning);
  const { name = freeName(worlds), ...config } = inherited(input, worlds.config, worlds.always);
  if (worlds.entries.has(name)) throw refuseTaken(name, undefined);
  worlds.ports.memory.require('worlds', 1);
  return (await addWorld(worlds, name, config, files)).control;
}

export function defaultWorld({ entries }: Worlds): Entry {
  const entry = entries.get(DEFAULT_WORLD);
  if (entry === undefined) throw new Error('there is no default world');
  return entry;
}

export function findWorld({ entries }: Worlds, name: string): WorldControl | undefined {
  return entries.get(name)?.control;
}

export function listWorlds({ entries }: Worlds): WorldControl[] {
  return [...entries.values()].map(({ control }) => control);
}

/** Removes a world; its keys are unknown from then on. The default world cannot be removed. */
export async function removeWorld(worlds: Worlds, name: string): Promise<void> {
  const entry = worlds.entries.get(name);
  if (entry === undefined) throw new ControlRefusal(404, `there is no world ${name}`);
  if (name === DEFAULT_WORLD) throw new ControlRefusal(409, 'the default world cannot be removed; reset it instead');
  await endWorld(worlds, entry);
}

export async function closeWorlds({ entries, ending }: Worlds): Promise<void> {
  await Promise.all([...ending, ...[...entries.values()].map(({ host }) => closeHost(host))]);
}

/** The world of a request: the named one, else that of its key, else the default one. Null if it does not exist. */
export function hostFor(worlds: Worlds, secret: string | undefined, world: string | undefined): WorldHost | null {
  if (world !== undefined) return worlds.entries.get(world)?.host ?? null;
  const named = worlds.entries.size === 1 || secret === undefined ? undefined : hostOfKey(worlds, secret);
  return named ?? defaultWorld(worlds).host;
}

/** The world of a control call: the named one, else that of its key, else the default one. */
export function worldMeantBy(worlds: Worlds, secret: string | undefined, world: string | undefined): WorldControl {
  return entryMeantBy(worlds, secret, world).control;
}

/** The same, with time brought up to date. */
export function hostMeantBy(worlds: Worlds, secret: string | undefined, world: string | undefined): WorldHost {
  return entryMeantBy(worlds, secret, world).host;
}

function entryMeantBy(worlds: Worlds, secret: string | undefined, world: string | undefined): Entry {
  const name = world ?? (secret === undefined ? DEFAULT_WORLD : hostOfKey(worlds, secret)?.name);
  const entry = name === undefined ? undefined : worlds.entries.get(name);
  if (entry !== undefined) return entry;
  const problem = world === undefined ? noWorldWith(secret, worlds.goneKeys) : `there is no world ${world}`;
  throw new ControlRefusal(404, problem);
}

/** Searches the worlds, because keys change with accounts, resets and snapshots. */
function hostOfKey({ entries, hostsOfKeys }: Worlds, secret: string): WorldHost | undefined {
  const last = hostsOfKeys.get(secret);
  if (last?.world.state.keys.has(secret)) return last;
  for (const { host } of entries.values()) {
    if (!host.world.state.keys.has(secret)) continue;
    hostsOfKeys.set(secret, host);
    return host;
  }
  return undefined;
}

async function addWorld(worlds: Worlds, name: string, config: WorldConfig, files?: PictureFolder): Promise<Entry> {
  const host = openWorld(name, config, worlds.ports);
  worlds.ports.keeper?.made(host, keptConfig(config), null);
  worlds.filling.add(host);
  const entry = entryOf(worlds, host, config, null);
  try {
    if (config.from === undefined) await fillWorld(host, config, files);
    else await entry.control.files.import(await readWorldBytes(config.from, host.ports, files));
    const taken = [...host.world.state.keys.keys()].find((secret) => isSecretTaken(worlds, secret));
    if (taken !== undefined || worlds.entries.has(name)) throw refuseTaken(name, taken);
    return enter(worlds, entry);
  } catch (error) {
    worlds.filling.delete(host);
    await endHost(worlds.ports, host, []);
    throw error;
  }
}

/** Throws `NoRoom` if the maximum number of worlds is reached. */
function enter({ entries, filling, ports }: Worlds, entry: Entry): Entry {
  ports.memory.require('worlds', 1);
  ports.memory.add('worlds', 1);
  entries.set(entry.host.name, entry);
  filling.delete(entry.host);
  ports.keeper?.entered(entry.host);
  return entry;
}

export function resumeWorld(
  worlds: Worlds,
  host: WorldHost,
  config: WorldConfig,
  parent: WorldHost | null,
  saved: ReadonlyMap<string, Snapshot>,
): void {
  const entry = enter(worlds, entryOf(worlds, host, config, parent));
  for (const [name, snapshot] of saved) entry.snapshots.set(name, snapshot);
  worlds.namesGiven = Math.max(worlds.namesGiven, Number(/^world-(\d+)$/.exec(host.name)?.[1] ?? 0));
}

function entryOf(worlds: Worlds, host: WorldHost, config: WorldConfig, parent: WorldHost | null): Entry {
  const snapshots = new Map<string, Snapshot>();
  const kept = { now: keptConfig(config) };
  const control = controlWorld({
    host,
    snapshots,
    isSecretTaken: (secret) => isSecretTaken(worlds, secret),
    ownWorlds: ownWorldsLike(worlds, host, config),
    coverage: () => coverageOf([host.coverage]),
    loadDeviator,
    record: (options) => worlds.record(host.name, options),
    files: lazyFiles({
      host,
      saved: snapshots,
      config: kept,
      isTakenElsewhere: (secret) => isSecretTaken(worlds, secret, host),
    }),
  });
  return { host, snapshots, config: kept, parent, control };
}

/** An account's own world gets the seed, stages, readings and deviations of the world in which it was created. */
function ownWorldsLike(worlds: Worlds, parent: WorldHost, worldConfig: WorldConfig): OwnWorlds {
  const { entries, ending } = worlds;
  return {
    names: () => [...entries.values()].filter((entry) => entry.parent !== null).map(({ host }) => host.name),
    open: (name, clock, fill) => {
      if (entries.has(name)) throw refuseTaken(name, undefined);
      worlds.ports.memory.require('worlds', 1);
      const config = {
        ...worldConfig,
        clock,
        accounts: [],
        assets: [],
        jobs: [],
        plans: worlds.always.plans,
        faults: worlds.always.faults,
      };
      const host = openWorld(name, config, worlds.ports);
      worlds.ports.keeper?.made(host, keptConfig(config), parent);
      followDeviations(parent, host);
      const entry = entryOf(worlds, host, config, parent);
      const report = fill(entry.control.accounts);
      markReady(host);
      enter(worlds, entry);
      return report;
    },
    end: (name) => {
      const entry = entries.get(name);
      if (entry === undefined) return;
      const end = endWorld(worlds, entry).finally(() => ending.delete(end));
      ending.add(end);
    },
  };
}

/** Its keys are unknown at once; the rest is removed when the work in progress has ended. */
async function endWorld({ entries, goneKeys, hostsOfKeys, ports }: Worlds, entry: Entry): Promise<void> {
  entries.delete(entry.host.name);
  ports.memory.add('worlds', -1);
  goneKeys.add(entry.host);
  for (const secret of entry.host.world.secrets) hostsOfKeys.delete(secret);
  if (entry.parent !== null) reportFired(entry.host, entry.parent);
  await endHost(ports, entry.host, [...entry.snapshots.values()]);
}

/** Also removes its bytes, except for those that other worlds need. */
async function endHost(ports: HostPorts, host: WorldHost, snapshots: readonly Snapshot[]): Promise<void> {
  ports.keeper?.removed(host);
  await closeHost(host);
  const states = [...statesOf(host), ...snapshots.map(({ state }) => state)];
  const digests = new Set(states.flatMap(({ blobUses }) => [...blobUses.keys()]));
  for (const digest of digests) if (!ports.isBlobUsed(digest)) ports.blobs.delete(digest);
}

/** Snapshots count: a restored world has its old keys again. */
function isSecretTaken({ entries }: Worlds, secret: string, except: WorldHost | null = null): boolean {
  for (const entry of entries.values())
    if (
      entry.host !== except &&
      entry.host.world.secrets.has(secret) &&
      allStates(entry).some(({ keys }) => keys.has(secret))
    )
      return true;
  return false;
}

/** A name that neither a world nor one that is being created has. */
function freeName(worlds: Worlds): string {
  const name = `world-${++worlds.namesGiven}`;
  return worlds.entries.has(name) ? freeName(worlds) : name;
}
