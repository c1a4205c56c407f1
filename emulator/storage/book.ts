import type { Instant } from '../domain/values/time.ts';
import type { ClockRow } from '../runtime/clock.ts';
import {
  type ConductRows,
  conductRows,
  type HostChange,
  type Keeper,
  type KeptHost,
  type Snapshot,
} from '../runtime/keeper.ts';
import { keepSnapshot } from './keep-snapshot.ts';
import type { KeptSnapshot } from './kept-snapshot.ts';

/** What is known about a world besides its state: for writing its changes, and for checkpoints. */
export type KeptWorld = {
  readonly id: number;
  readonly host: KeptHost;
  config: object;
  readonly parent: number | null;
  isEntered: boolean;
  /** The numbers of its snapshots, including the ready state. */
  readonly snapshots: Map<Snapshot, number>;
  readonly saved: Map<string, Snapshot>;
  /** Whether it has changed since it was last written completely. */
  isChanged: boolean;
  /** The last written values. */
  rows: ConductRows | null;
  requests: number;
};

/** The worlds of a data directory, with their numbers. */
export type Book = Keeper & {
  readonly worlds: Map<number, KeptWorld>;
  /** The next unused numbers. */
  readonly next: { world: number; snapshot: number };
  /** Adds a world that was recovered. */
  resume(world: KeptWorld): void;
};

export function createBook(next: Book['next'], note: (entry: WorldEntry) => void): Book {
  const worlds = new Map<number, KeptWorld>();
  const byHost = new Map<KeptHost, KeptWorld>();
  const resume = (world: KeptWorld) => {
    worlds.set(world.id, world);
    byHost.set(world.host, world);
  };
  const tell = (host: KeptHost, entry: Pick<WorldEntry, 'do'>) => {
    const known = byHost.get(host);
    if (known === undefined) return;
    note({ world: known.id, at: host.world.state.now, ...entry } as WorldEntry);
    known.isChanged = true;
  };
  return {
    worlds,
    next,
    resume,
    made: (host, config, parent) => {
      const parentId = parent === null ? null : (byHost.get(parent)?.id ?? null);
      const snapshots = new Map<Snapshot, number>();
      resume({
        id: next.world,
        host,
        config,
        parent: parentId,
        isEntered: false,
        snapshots,
        saved: new Map(),
        isChanged: true,
        rows: conductRows(host.world),
        requests: 0,
      });
      next.world += 1;
      tell(host, { do: 'made', name: host.name, config, parent: parentId, clock: host.clock.row() } as WorldEntry);
    },
    entered: (host) => {
      const known = byHost.get(host);
      if (known !== undefined) known.isEntered = true;
      tell(host, { do: 'entered' });
    },
    removed: (host) => {
      tell(host, { do: 'removed' });
      worlds.delete(byHost.get(host)?.id ?? 0);
      byHost.delete(host);
    },
    note: (host, change, before = null) => {
      const known = byHost.get(host);
      if (known === undefined) return;
      const entry = entryOf(next, known, change);
      note({ ...entry, ...news(known, before ?? rowsThen(change, host)) } as WorldEntry);
      known.rows = conductRows(host.world);
      known.isChanged = true;
    },
  };
}

/** The rows before a change; null if the change does not include them and therefore did not modify them. */
function rowsThen({ do: what }: HostChange, { world }: KeptHost): ConductRows | null {
  return what === 'restore' || what === 'command' ? null : conductRows(world);
}

function news(known: KeptWorld, before: ConductRows | null): Pick<WorldEntry, 'requests' | 'rows'> {
  const { requests } = known.host;
  const hasMore = requests !== known.requests;
  known.requests = requests;
  return { ...(hasMore && { requests }), ...(before !== null && !areSame(before, known.rows) && { rows: before }) };
}

function entryOf(next: Book['next'], known: KeptWorld, change: HostChange): object {
  const world = known.id;
  if (!('snapshot' in change)) return { world, ...change };
  const { snapshot, ...rest } = change;
  const number = numberOf(next, known, snapshot);
  noteSnapshot(known, change);
  return { world, ...rest, snapshot: number, ...(change.do === 'bring' && { brought: keepSnapshot(snapshot) }) };
}

function noteSnapshot(known: KeptWorld, change: Extract<HostChange, { snapshot: Snapshot }>): void {
  const { saved } = known;
  if (change.do === 'bring' && change.config !== null) known.config = change.config;
  if ('name' in change && change.name !== null) saved.set(change.name, change.snapshot);
  if (change.do === 'forget') forget(known, change.snapshot);
  if (change.do === 'ready') forgetOthers(known, change.snapshot);
}

function forget({ saved, snapshots }: KeptWorld, snapshot: Snapshot): void {
  for (const [name, of] of saved) if (of === snapshot) saved.delete(name);
  snapshots.delete(snapshot);
}

/** Forgets the previous ready state and imported snapshots that are no longer needed. */
function forgetOthers({ saved, snapshots }: KeptWorld, ready: Snapshot): void {
  const needed = new Set([ready, ...saved.values()]);
  for (const snapshot of snapshots.keys()) if (!needed.has(snapshot)) snapshots.delete(snapshot);
}

function numberOf(next: Book['next'], { snapshots }: KeptWorld, snapshot: Snapshot): number {
  const known = snapshots.get(snapshot);
  if (known !== undefined) return known;
  const number = next.snapshot;
  next.snapshot += 1;
  snapshots.set(snapshot, number);
  return number;
}

/** Compares by identity, because rows are replaced and never changed. */
function areSame(one: ConductRows, other: ConductRows | null): boolean {
  if (other === null) return false;
  return (['deviations', 'choices'] as const).every(
    (name) =>
      one[name].length === other[name].length &&
      one[name].every(([id, row], index) => other[name][index]?.[0] === id && other[name][index]?.[1] === row),
  );
}

/** One change of one world, as stored in a file. The numbers of worlds and snapshots are never reused. */
export type WorldEntry = {
  world: number;
  at: Instant;
  /** The number of ids in answers that no change belongs to, if it has grown. */
  requests?: number;
  /** The memory of deviations and choices before the change, if the last change left a different one. */
  rows?: ConductRows;
} & (
  | { do: 'made'; name: string; config: object; parent: number | null; clock: ClockRow }
  | { do: 'entered' }
  | { do: 'removed' }
  | { do: 'command'; command: { verb: string; with: unknown } }
  | { do: 'pass'; clock: ClockRow }
  | { do: 'clock'; clock: ClockRow }
  | { do: 'ready'; snapshot: number }
  | { do: 'save'; name: string; snapshot: number }
  | { do: 'bring'; name: string | null; config: object | null; snapshot: number; brought: KeptSnapshot }
  | { do: 'forget'; snapshot: number }
  | { do: 'restore'; snapshot: number; clock: ClockRow }
);

/**
 * `n` numbers all changes of a directory; `kept` is the number up to which all changes were stored when this one was
 * written.
 */
export type Entry = { n: number; kept?: number } & (WorldEntry | OldEntry);

/** The recipe of a picture, which earlier versions wrote; it is ignored. */
type OldEntry = { recipe: unknown; digest: string };

export function isChange(entry: Entry): entry is Entry & WorldEntry {
  return 'do' in entry;
}
