import type { Instant } from '../domain/values/time.ts';
import type { ClockRow } from '../runtime/clock.ts';
import type { Snapshot } from '../runtime/keeper.ts';
import { type Arguments, execute, passTime, type Verb } from '../world/commands.ts';
import { resumeConduct } from '../world/deviations.ts';
import { copyState } from '../world/state.ts';
import type { World } from '../world/world.ts';
import type { WorldEntry } from './book.ts';
import { snapshotFrom } from './kept-snapshot.ts';

/** A world that is rebuilt from stored data. */
export type Replica = {
  id: number;
  name: string;
  config: object;
  parent: number | null;
  isEntered: boolean;
  world: World;
  clock: ClockRow;
  requests: number;
  /** The number of the snapshot that a reset restores. */
  ready: number | null;
  snapshots: Map<number, Snapshot>;
  saved: Map<string, number>;
};

/** Makes a new world from its configuration. */
export type MakeWorld = (config: object, begin: Instant) => World;

/** Repeats one stored change. */
export function applyEntry(replicas: Map<number, Replica>, entry: WorldEntry, makeWorld: MakeWorld): void {
  if (entry.do === 'made') {
    replicas.set(entry.world, newReplica(entry, makeWorld(entry.config, entry.at)));
    return;
  }
  const replica = replicas.get(entry.world);
  // The world was removed, which ended everything that was running in it.
  if (replica === undefined) return;
  const { world } = replica;
  if (entry.requests !== undefined) replica.requests = entry.requests;
  if (entry.rows !== undefined) {
    world.state.deviations = new Map(entry.rows.deviations);
    world.state.choices = new Map(entry.rows.choices);
  }
  if (entry.do === 'bring') bring(replica, entry, makeWorld);
  else apply(replicas, replica, entry);
  world.freed.clear();
  world.moved.clear();
}

function newReplica(
  { world: id, name, config, parent, clock }: Extract<WorldEntry, { do: 'made' }>,
  world: World,
): Replica {
  const [snapshots, saved] = [new Map(), new Map()];
  return { id, name, config, parent, isEntered: false, world, clock, requests: 0, ready: null, snapshots, saved };
}

function apply(
  replicas: Map<number, Replica>,
  replica: Replica,
  entry: Exclude<WorldEntry, { do: 'made' | 'bring' }>,
): void {
  const { world } = replica;
  if (entry.do === 'command') {
    const verb = entry.command.verb as Verb;
    execute(world, entry.at, verb, entry.command.with as Arguments<Verb>);
    return;
  }
  if (entry.do === 'restore') {
    putBack(replica, entry);
    return;
  }
  if (entry.do === 'pass' || entry.at > world.state.now) passTime(world, entry.at);
  if ('clock' in entry) replica.clock = entry.clock;
  if (entry.do === 'entered') replica.isEntered = true;
  if (entry.do === 'removed') replicas.delete(replica.id);
  if (entry.do === 'forget') forget(replica, entry.snapshot);
  if (entry.do === 'ready') replica.ready = keep(replica, entry.snapshot);
  if (entry.do === 'save') replica.saved.set(entry.name, keep(replica, entry.snapshot));
}

function keep({ world, clock: { mode, rate }, requests, snapshots }: Replica, number: number): number {
  snapshots.set(number, { state: copyState(world.state), clock: { mode, rate }, requests });
  return number;
}

function bring(
  replica: Replica,
  { at, name, config, snapshot, brought }: Extract<WorldEntry, { do: 'bring' }>,
  makeWorld: MakeWorld,
): void {
  const { world, snapshots, saved } = replica;
  if (at > world.state.now) passTime(world, at);
  snapshots.set(snapshot, snapshotFrom(brought));
  if (name !== null) saved.set(name, snapshot);
  if (config === null) return;
  replica.config = config;
  world.plain = makeWorld(config, at).plain;
}

function forget({ snapshots, saved }: Replica, number: number): void {
  snapshots.delete(number);
  for (const [name, known] of saved) if (known === number) saved.delete(name);
}

function putBack(replica: Replica, { snapshot, clock }: Extract<WorldEntry, { do: 'restore' }>): void {
  const { world, snapshots } = replica;
  const saved = snapshots.get(snapshot);
  if (saved === undefined) throw new Error(`there is no snapshot ${snapshot} of the world ${replica.name}`);
  world.state = copyState(saved.state);
  resumeConduct(world);
  replica.clock = clock;
  replica.requests = saved.requests;
}
