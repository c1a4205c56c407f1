import { type Account, accountOf, type Owner } from '../domain/account.ts';
import { type IdKind, mintId } from '../domain/ids.ts';
import type { Outcome, StageDurations } from '../domain/plan.ts';
import type { Readings } from '../domain/readings.ts';
import type { Rules } from '../domain/rulebook.ts';
import { emptyList, type SortedList } from '../domain/sorted-list.ts';
import { put } from '../domain/undo.ts';
import type { Conduct, Deviator } from './deviations.ts';
import type { Edges } from './edges.ts';
import type { WorldState } from './state.ts';

/** The configuration of a World, which it never changes itself. */
export type Settings = {
  seed: string;
  readings: Readings;
  stages: StageDurations;
  /** Magic images, by digest: they decide how their jobs end, unless a plan matches. */
  magic: ReadonlyMap<string, MagicImage>;
  /** Whether answers carry `Emulator-Now`. */
  showNow: boolean;
};

/** What a magic image decides of the job that uses it. */
export type MagicImage = { stages: Partial<StageDurations>; outcome: Outcome | null };

export type World = {
  settings: Settings;
  rules: Rules;
  edges: Edges;
  /** The conduct while no deviation is on. */
  plain: Conduct;
  /** Null until a deviation is asked for. */
  deviator: Deviator | null;
  state: WorldState;
  /** Digests that no row needs any more, since the last clean-up. */
  freed: Set<string>;
};

export function nextSerial(world: World, kind: string): number {
  const serial = world.state.serials.get(kind) ?? 0;
  put(world.state.serials, kind, serial + 1);
  return serial;
}

export function nextId(world: World, kind: IdKind): string {
  return mintId(kind, world.settings.seed, nextSerial(world, kind));
}

export function ownerAccount(world: World, owner: Owner): Account {
  const account = world.state.accounts.get(accountOf(owner));
  if (account === undefined) throw new Error(`no account owns ${owner}`);
  return account;
}

/** The list of a name, made when it is first asked for. */
export function listNamed(lists: Map<string, SortedList>, name: string): SortedList {
  const known = lists.get(name);
  if (known !== undefined) return known;
  const made = emptyList();
  put(lists, name, made);
  return made;
}
