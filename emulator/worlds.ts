import { buildWorld, DEFAULT_WORLD, openWorld } from './build-world.ts';
import type { OwnWorlds } from './control/tenant-control.ts';
import { controlWorld, type WorldControl } from './control/world-control.ts';
import { type NamedWorldInput, namedWorldSchema, type WorldConfig } from './control/world-input.ts';
import { BadInput, parseInput } from './domain/bad-input.ts';
import { ControlRefusal } from './domain/control-refusal.ts';
import { maskKey } from './domain/exchange.ts';
import { createGoneKeys, type GoneKeys } from './gone-keys.ts';
import type { KeyRing } from './http/key-ring.ts';
import { loadDeviator } from './load-deviator.ts';
import type { HostPorts, Snapshot, WorldHost } from './runtime/world-host.ts';
import { noteFired } from './world/deviations.ts';
import type { WorldState } from './world/state.ts';

/** The worlds of one emulator. A key names its world, so clients meet no one else on the same port. */
export type Worlds = {
  readonly ring: KeyRing;
  readonly default: WorldControl;
  /** The world that a control call is for: the one it names, else that of its key, else the default one. */
  meantBy(secret: string | undefined, world: string | undefined): WorldControl;
  create(input?: NamedWorldInput): Promise<WorldControl>;
  get(name: string): WorldControl | undefined;
  list(): WorldControl[];
  /** Ends a world; its keys are unknown from then on. The default world stays. */
  remove(name: string): Promise<void>;
  close(): Promise<void>;
};

type Entry = {
  host: WorldHost;
  control: WorldControl;
  snapshots: Map<string, Snapshot>;
  /** Of the own world of a tenant, the one in which the tenant was asked for. */
  parent: WorldHost | null;
};

export async function createWorlds(
  config: WorldConfig & { worlds: Record<string, WorldConfig> },
  ports: Omit<HostPorts, 'isBlobUsed'>,
): Promise<Worlds> {
  const entries = new Map<string, Entry>();
  const namesGiven = new Set<string>();
  const ending = new Set<Promise<void>>();
  const goneKeys = createGoneKeys();
  // Snapshots count: a world that is put back has its old keys again.
  const isSecretTaken = (secret: string) =>
    [...entries.values()].some((entry) => statesOf(entry).some((state) => state.keys.has(secret)));
  const isBlobUsed = (digest: string) => [...entries.values()].some((entry) => needsBlob(entry, digest));

  /** Keys come and go with tenants, resets and snapshots: the worlds themselves know best which they have. */
  function hostOfKey(secret: string): WorldHost | undefined {
    for (const { host } of entries.values()) if (host.world.state.keys.has(secret)) return host;
    return undefined;
  }

  async function add(name: string, worldConfig: WorldConfig): Promise<Entry> {
    const host = await buildWorld(name, worldConfig, { ...ports, isBlobUsed });
    const taken = [...host.world.state.keys.keys()].find(isSecretTaken);
    if (taken !== undefined || entries.has(name)) {
      await host.close();
      throw refuseTaken(name, taken);
    }
    return enter(entryOf(host, worldConfig, null));
  }

  function enter(entry: Entry): Entry {
    entries.set(entry.host.name, entry);
    return entry;
  }

  function entryOf(host: WorldHost, worldConfig: WorldConfig, parent: WorldHost | null): Entry {
    const snapshots = new Map<string, Snapshot>();
    const ownWorlds = ownWorldsLike(host, worldConfig);
    return {
      host,
      snapshots,
      parent,
      control: controlWorld({ host, snapshots, isSecretTaken, ownWorlds, loadDeviator }),
    };
  }

  /** A tenant's own world has the seed, stages, readings and deviations of the one in which it was asked for. */
  function ownWorldsLike(parent: WorldHost, worldConfig: WorldConfig): OwnWorlds {
    return {
      names: () => [...entries.values()].filter((entry) => entry.parent !== null).map(({ host }) => host.name),
      open: (name, clock, fill) => {
        if (entries.has(name)) throw refuseTaken(name, undefined);
        const config = { ...worldConfig, clock, accounts: [], assets: [], plans: [], faults: [] };
        const host = openWorld(name, config, { ...ports, isBlobUsed });
        followDeviations(parent, host);
        const entry = entryOf(host, config, parent);
        const report = fill(entry.control.tenants);
        host.markReady();
        enter(entry);
        return report;
      },
      end: (name) => {
        const entry = entries.get(name);
        if (entry === undefined) return;
        const end = endWorld(entry).finally(() => ending.delete(end));
        ending.add(end);
      },
    };
  }

  /** Its keys are unknown at once; the rest follows when what was under way in it has ended. */
  async function endWorld(entry: Entry): Promise<void> {
    entries.delete(entry.host.name);
    goneKeys.add(entry.host);
    if (entry.parent !== null) reportFired(entry.host, entry.parent);
    await entry.host.close();
    for (const digest of new Set(statesOf(entry).flatMap(({ blobUses }) => [...blobUses.keys()])))
      if (!isBlobUsed(digest)) ports.blobs.delete(digest);
  }

  const { host: defaultHost, control: defaultControl } = await add(DEFAULT_WORLD, config);
  for (const [name, worldConfig] of Object.entries(config.worlds)) await add(name, worldConfig);

  return {
    ring: {
      defaultHost: () => defaultHost,
      hostFor: (secret, world) => {
        if (world !== undefined) return entries.get(world)?.host ?? null;
        if (entries.size === 1 || secret === undefined) return defaultHost;
        return hostOfKey(secret) ?? defaultHost;
      },
    },
    default: defaultControl,
    meantBy: (secret, world) => {
      const name = world ?? (secret === undefined ? DEFAULT_WORLD : hostOfKey(secret)?.name);
      const entry = name === undefined ? undefined : entries.get(name);
      if (entry !== undefined) return entry.control;
      throw new ControlRefusal(404, world === undefined ? noWorldWith(secret, goneKeys) : `there is no world ${world}`);
    },
    create: async (input = {}) => {
      const { name = freeName(entries, namesGiven), ...worldConfig } = parseInput('The world', namedWorldSchema, input);
      if (entries.has(name)) throw refuseTaken(name, undefined);
      return (await add(name, worldConfig)).control;
    },
    get: (name) => entries.get(name)?.control,
    list: () => [...entries.values()].map(({ control }) => control),
    remove: async (name) => {
      const entry = entries.get(name);
      if (entry === undefined) throw new ControlRefusal(404, `there is no world ${name}`);
      if (name === DEFAULT_WORLD) throw new ControlRefusal(409, 'the default world stays; reset it instead');
      await endWorld(entry);
    },
    close: async () => {
      await Promise.all([...ending, ...[...entries.values()].map(({ host }) => host.close())]);
    },
  };
}

/** What goes astray in a world goes astray in those that are made within it. */
function followDeviations(parent: WorldHost, host: WorldHost): void {
  const ids = [...parent.world.state.deviations.keys()];
  if (ids.length === 0) return;
  host.world.deviator = parent.world.deviator;
  host.execute('set_deviations', { ids });
}

/** How often a deviation changed something is known where it was switched on, also when the account has gone. */
function reportFired({ world }: WorldHost, parent: WorldHost): void {
  for (const [id, { fired }] of world.state.deviations) {
    for (let times = 0; times < fired; times += 1) noteFired(parent.world, id);
  }
}

/** Every state that a world is in or can be put back to. */
function statesOf({ host, snapshots }: Entry): WorldState[] {
  return [...host.states(), ...[...snapshots.values()].map(({ state }) => state)];
}

function needsBlob(entry: Entry, digest: string): boolean {
  return statesOf(entry).some(({ blobUses }) => blobUses.has(digest));
}

/** A call that was meant for another world must not change the default one. */
function noWorldWith(secret = '', goneKeys: GoneKeys): string {
  const gone = goneKeys.worldOf(secret);
  const what = gone === undefined ? 'no world has the key' : `the world ${gone} was removed, and with it the key`;
  return `${what} ${maskKey(secret)} in X-API-Key: send a key of a world, or none for the default one`;
}

function refuseTaken(name: string, secret: string | undefined): Error {
  if (secret === undefined) return new ControlRefusal(409, `there is a world ${name} already`);
  return new BadInput(`The world ${name}`, [{ path: 'accounts', problem: `the key ${secret} is there already` }]);
}

/** A name that no world has, nor one that is being made. */
function freeName(entries: Map<string, Entry>, given: Set<string>): string {
  let number = 1;
  while (entries.has(`world-${number}`) || given.has(`world-${number}`)) number += 1;
  given.add(`world-${number}`);
  return `world-${number}`;
}
