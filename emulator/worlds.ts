import type { PictureFolder } from './adapters/picture-file.ts';
import { DEFAULT_WORLD, fillWorld, openWorld } from './build-world.ts';
import type { NamedWorldInput, WorldConfig } from './control/schemas/world-input.ts';
import type { OwnWorlds } from './control/tenant-control.ts';
import { controlWorld, type WorldControl } from './control/world-control.ts';
import { ControlRefusal } from './domain/test-control/control-refusal.ts';
import { maskKey } from './domain/test-control/exchange.ts';
import { BadInput } from './domain/values/bad-input.ts';
import { createGoneKeys, type GoneKeys } from './gone-keys.ts';
import { inherited } from './inherit.ts';
import { loadDeviator } from './load-deviator.ts';
import { closeHost } from './runtime/open-host.ts';
import { markReady, statesOf } from './runtime/snapshots.ts';
import { execute, type HostPorts, type Snapshot, type WorldHost } from './runtime/world-host.ts';
import { chosenSettings, noteFired } from './world/deviations.ts';
import type { WorldState } from './world/state.ts';
import type { Settings } from './world/world.ts';

/** The worlds of one emulator, as plain state. A key names its world, so clients meet no one else on the same port. */
export type Worlds = {
  readonly entries: Map<string, Entry>;
  readonly ports: HostPorts;
  /** What the emulator was started with: worlds that are made later inherit of it. */
  readonly config: WorldConfig;
  /** How many names were made up, also for worlds that are not there yet, or not any more. */
  namesGiven: number;
  /** Those that are being filled: their bytes are needed, though nobody finds them yet. */
  readonly filling: Set<WorldHost>;
  /** What is left to do of worlds that have ended. */
  readonly ending: Set<Promise<void>>;
  readonly goneKeys: GoneKeys;
  /** Where keys were found last. */
  readonly hostsOfKeys: Map<string, WorldHost>;
};

type Entry = {
  host: WorldHost;
  control: WorldControl;
  snapshots: Map<string, Snapshot>;
  /** Of the own world of a tenant, the one in which the tenant was asked for. */
  parent: WorldHost | null;
};

export async function openWorlds(
  config: WorldConfig & { worlds: Record<string, WorldConfig> },
  ports: Omit<HostPorts, 'isBlobUsed'>,
): Promise<Worlds> {
  const entries = new Map<string, Entry>();
  const filling = new Set<WorldHost>();
  const isBlobUsed = (digest: string) => isInAnyState(entries, filling, ({ blobUses }) => blobUses.has(digest));
  const goneKeys = createGoneKeys();
  const worlds: Worlds = {
    entries,
    config,
    ports: { ...ports, isBlobUsed, worldOfGoneKey: (secret) => goneKeys.worldOf(secret) },
    namesGiven: 0,
    filling,
    ending: new Set(),
    goneKeys,
    hostsOfKeys: new Map(),
  };
  await addWorld(worlds, DEFAULT_WORLD, config);
  for (const [name, worldConfig] of Object.entries(config.worlds)) await addWorld(worlds, name, worldConfig);
  return worlds;
}

/** The readings and stages of a world as they are now. */
export function settingsOf({ entries }: Worlds, name: string): Settings {
  const entry = entries.get(name);
  if (entry === undefined) throw new ControlRefusal(404, `there is no world ${name}`);
  return chosenSettings(entry.host.world);
}

/** `files`: where it may name pictures by their path. */
export async function createWorld(
  worlds: Worlds,
  input: NamedWorldInput = {},
  files: PictureFolder = 'anywhere',
): Promise<WorldControl> {
  const { name = freeName(worlds), ...config } = inherited(input, worlds.config);
  if (worlds.entries.has(name)) throw refuseTaken(name, undefined);
  worlds.ports.memory.require('worlds', 1);
  return (await addWorld(worlds, name, config, files)).control;
}

export function defaultWorld({ entries }: Worlds): Entry {
  const entry = entries.get(DEFAULT_WORLD);
  if (entry === undefined) throw new Error('the default world is not there');
  return entry;
}

export function findWorld({ entries }: Worlds, name: string): WorldControl | undefined {
  return entries.get(name)?.control;
}

export function listWorlds({ entries }: Worlds): WorldControl[] {
  return [...entries.values()].map(({ control }) => control);
}

/** Ends a world; its keys are unknown from then on. The default world stays. */
export async function removeWorld(worlds: Worlds, name: string): Promise<void> {
  const entry = worlds.entries.get(name);
  if (entry === undefined) throw new ControlRefusal(404, `there is no world ${name}`);
  if (name === DEFAULT_WORLD) throw new ControlRefusal(409, 'the default world stays; reset it instead');
  await endWorld(worlds, entry);
}

export async function closeWorlds({ entries, ending }: Worlds): Promise<void> {
  await Promise.all([...ending, ...[...entries.values()].map(({ host }) => closeHost(host))]);
}

/** The world that a request is for: the one it names, else that of its key, else the default. Null: no such world. */
export function hostFor(worlds: Worlds, secret: string | undefined, world: string | undefined): WorldHost | null {
  const { entries } = worlds;
  if (world !== undefined) return entries.get(world)?.host ?? null;
  const named = entries.size === 1 || secret === undefined ? undefined : hostOfKey(worlds, secret);
  return named ?? defaultWorld(worlds).host;
}

/** The world that a control call is for: the one it names, else that of its key, else the default one. */
export function worldMeantBy(worlds: Worlds, secret: string | undefined, world: string | undefined): WorldControl {
  return entryMeantBy(worlds, secret, world).control;
}

/** The same, as state in time. */
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

/** Keys come and go with tenants, resets and snapshots: the worlds themselves know best which they have. */
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
  worlds.filling.add(host);
  try {
    await fillWorld(host, config, files);
    const taken = [...host.world.state.keys.keys()].find((secret) => isSecretTaken(worlds, secret));
    if (taken !== undefined || worlds.entries.has(name)) throw refuseTaken(name, taken);
    return enter(worlds, entryOf(worlds, host, config, null));
  } catch (error) {
    worlds.filling.delete(host);
    await endHost(worlds.ports, host, []);
    throw error;
  }
}

/** Throws `NoRoom` where there are as many as there may be. */
function enter({ entries, filling, ports }: Worlds, entry: Entry): Entry {
  ports.memory.require('worlds', 1);
  ports.memory.add('worlds', 1);
  entries.set(entry.host.name, entry);
  filling.delete(entry.host);
  return entry;
}

function entryOf(worlds: Worlds, host: WorldHost, config: WorldConfig, parent: WorldHost | null): Entry {
  const snapshots = new Map<string, Snapshot>();
  const control = controlWorld({
    host,
    snapshots,
    isSecretTaken: (secret) => isSecretTaken(worlds, secret),
    ownWorlds: ownWorldsLike(worlds, host, config),
    loadDeviator,
  });
  return { host, snapshots, parent, control };
}

/** A tenant's own world has the seed, stages, readings and deviations of the one in which it was asked for. */
function ownWorldsLike(worlds: Worlds, parent: WorldHost, worldConfig: WorldConfig): OwnWorlds {
  const { entries, ending } = worlds;
  return {
    names: () => [...entries.values()].filter((entry) => entry.parent !== null).map(({ host }) => host.name),
    open: (name, clock, fill) => {
      if (entries.has(name)) throw refuseTaken(name, undefined);
      worlds.ports.memory.require('worlds', 1);
      const config = { ...worldConfig, clock, accounts: [], assets: [], jobs: [], plans: [], faults: [] };
      const host = openWorld(name, config, worlds.ports);
      followDeviations(parent, host);
      const entry = entryOf(worlds, host, config, parent);
      const report = fill(entry.control.tenants);
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

/** Its keys are unknown at once; the rest follows when what was under way in it has ended. */
async function endWorld({ entries, goneKeys, hostsOfKeys, ports }: Worlds, entry: Entry): Promise<void> {
  entries.delete(entry.host.name);
  ports.memory.add('worlds', -1);
  goneKeys.add(entry.host);
  for (const secret of entry.host.world.secrets) hostsOfKeys.delete(secret);
  if (entry.parent !== null) reportFired(entry.host, entry.parent);
  await endHost(ports, entry.host, [...entry.snapshots.values()]);
}

/** Its bytes go as well, but for those that others need. */
async function endHost(ports: HostPorts, host: WorldHost, snapshots: readonly Snapshot[]): Promise<void> {
  await closeHost(host);
  const states = [...statesOf(host), ...snapshots.map(({ state }) => state)];
  const digests = new Set(states.flatMap(({ blobUses }) => [...blobUses.keys()]));
  for (const digest of digests) if (!ports.isBlobUsed(digest)) ports.blobs.delete(digest);
}

/** What was chosen in a world, and what goes astray there, is so in those that are made within it. */
function followDeviations(parent: WorldHost, host: WorldHost): void {
  const ids = [...parent.world.state.deviations.keys()];
  const choices = Object.fromEntries([...parent.world.state.choices].map(([name, { choice }]) => [name, choice]));
  host.world.deviator = parent.world.deviator;
  if (Object.keys(choices).length > 0) execute(host, 'set_choices', { choices });
  if (ids.length === 0) return;
  execute(host, 'set_deviations', { ids });
}

/** How often a deviation changed something is known where it was switched on, also when the account has gone. */
function reportFired({ world }: WorldHost, parent: WorldHost): void {
  for (const [id, { fired }] of [...world.state.deviations, ...world.state.choices]) {
    for (let times = 0; times < fired; times += 1) noteFired(parent.world, id);
  }
}

/** Snapshots count: a world that is put back has its old keys again. */
function isSecretTaken({ entries }: Worlds, secret: string): boolean {
  for (const entry of entries.values())
    if (entry.host.world.secrets.has(secret) && allStates(entry).some(({ keys }) => keys.has(secret))) return true;
  return false;
}

function isInAnyState(
  entries: ReadonlyMap<string, Entry>,
  filling: ReadonlySet<WorldHost>,
  test: (state: WorldState) => boolean,
): boolean {
  for (const entry of entries.values()) if (allStates(entry).some(test)) return true;
  for (const { world } of filling) if (test(world.state)) return true;
  return false;
}

/** Every state that a world is in or can be put back to. */
function allStates({ host, snapshots }: Entry): WorldState[] {
  return [...statesOf(host), ...[...snapshots.values()].map(({ state }) => state)];
}

/** A call that was meant for another world must not change the default one. */
function noWorldWith(secret = '', goneKeys: GoneKeys): string {
  const gone = goneKeys.worldOf(secret);
  const what = gone === undefined ? 'no world has the key' : `the world ${gone} was removed, and with it the key`;
  return `${what} ${maskKey(secret)} in X-API-Key: send a key of a world, or none for the default one`;
}

/** What those need whose tests run at once, each with a world of the same options. */
const MADE_KEYS = ': another world has it. Leave secret out, and each world has one of its own, which its keys name';

function refuseTaken(name: string, secret: string | undefined): Error {
  if (secret === undefined) return new ControlRefusal(409, `there is a world ${name} already`);
  return new BadInput(`The world ${name}`, [
    { path: 'accounts', problem: `the key ${secret} is there already${MADE_KEYS}` },
  ]);
}

/** A name that no world has, nor one that is being made. */
function freeName(worlds: Worlds): string {
  do worlds.namesGiven += 1;
  while (worlds.entries.has(`world-${worlds.namesGiven}`));
  return `world-${worlds.namesGiven}`;
}
