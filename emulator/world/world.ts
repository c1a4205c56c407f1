import type { Readings } from '../../shared/questions/generated/readings.ts';
import { type Account, accountOf, type Owner } from '../domain/account.ts';
import type { ApiError } from '../domain/errors.ts';
import type { Rules } from '../domain/rulebook.ts';
import type { AnswerTemplate } from '../domain/test-control/answer-template.ts';
import type { Outcome, StageDurations } from '../domain/test-control/plan.ts';
import { type IdKind, mintId } from '../domain/values/ids.ts';
import { emptyList, type SortedList } from '../domain/values/sorted-list.ts';
import { put } from '../domain/values/undo.ts';
import type { DeliveryFacts, DeliveryRequest, Passage, RequestFacts } from './edges.ts';
import type { WorldState } from './state.ts';
import type { WireAnswer } from './wire.ts';

/** The configuration of a World, which a World never changes itself. */
export type Settings = {
  seed: string;
  readings: Readings;
  stages: StageDurations;
  /** Answers that differ from those of the service, in addition to the readings. */
  answers: readonly AnswerTemplate[];
  /** Magic images, by digest: they determine how their jobs end, unless a plan matches. */
  magic: ReadonlyMap<string, MagicImage>;
  /** Whether answers have the header `Emulator-Now`. */
  showNow: boolean;
};

/** What a magic image determines about its job. */
export type MagicImage = { stages: Partial<StageDurations>; outcome: Outcome | null };

export type World = {
  settings: Settings;
  rules: Rules;
  edges: Edges;
  /** The conduct without deviations. */
  plain: Conduct;
  /** Null until a deviation is requested. */
  deviator: Deviator | null;
  state: WorldState;
  /** Digests that no row needs any more since the last clean-up. */
  freed: Set<string>;
  /** Deliveries that a change has touched, for callers that check its effects. */
  moved: Set<string>;
  /** Every secret that a key has ever had here, even if the World was restored since. */
  secrets: Set<string>;
  /** The memory limit of the World; null if there is none. */
  room: Room | null;
};

/** Each method throws `NoRoom` if there is no room; everything that the change did before is rolled back. */
export type Room = {
  /** For the records that a change added. */
  requireRecords(state: WorldState): void;
  /** For an upload. */
  requireUpload(image: { digest: string; sizeBytes: number }): void;
  /** For the pictures of a job, estimated from its input. */
  requirePictures(source: { sizeBytes: number }): void;
};

/** Hooks that can change requests, deliveries and changes without any rule being involved. */
export type Edges = {
  wire: {
    request(world: World, passage: Passage): RequestFacts;
    /** Throws a refusal for a request that the service would accept. */
    check(world: World, passage: Passage): void;
    refusal(world: World, passage: Passage, error: ApiError): ApiError;
    answer(world: World, passage: Passage, answer: WireAnswer): WireAnswer;
    /** Changes how an answer is transmitted, but not its content. */
    packed(world: World, passage: Passage, answer: WireAnswer): WireAnswer;
  } | null;
  delivery: ((world: World, facts: DeliveryFacts, request: DeliveryRequest) => DeliveryRequest) | null;
  /** Wraps a change or due work, and may do more or less than it. */
  change: (<Result>(world: World, make: () => Result) => Result) | null;
  /** Whether any of these hooks, or a rule, reads tombstones, which are then kept forever. */
  readsTombstones: boolean;
};

export const PLAIN_EDGES: Edges = { wire: null, delivery: null, change: null, readsTombstones: false };

/** What determines the behavior of a World. */
export type Conduct = { settings: Settings; rules: Rules; edges: Edges };

/** One line of the catalogue: a rule that can be broken, or the old name of choices that the spec permits. */
export type DeviationFacts =
  | { kind: 'deviation'; id: string; rule: string; also: readonly string[]; about: string; subtle: boolean }
  | { kind: 'variant'; id: string; cites: string; about: string; choices: readonly string[] };

/**
 * Contains the catalogue and the implementation of each choice; loaded when the first World needs a deviation or a
 * choice other than the default.
 */
export type Deviator = {
  catalogue: readonly DeviationFacts[];
  /** What can happen on a lawful server and is switched on with the same calls, without being in any list. */
  occurrences: readonly string[];
  /** The conduct of a World with these settings, their choices and these deviations, which apply in the given order. */
  conductOf(world: World, settings: Settings, ids: readonly string[]): Conduct;
  /** How the choices of these settings change the OpenAPI document of the service. */
  documentOf(settings: Pick<Settings, 'readings' | 'stages'>): DocumentEdits;
  /** The choices that the old name of a lawful variant stands for; null for any other name. */
  choicesOf(id: string): Readonly<Record<string, unknown>> | null;
};

/** How the description of the service differs if choices are not the default. */
export type DocumentEdits = {
  refusal(error: ApiError): ApiError;
  document<Document extends object>(document: Document): Document;
};

export function nextSerial(world: World, kind: string): number {
  const serial = world.state.serials.get(kind) ?? 0;
  put(world.state.serials, kind, serial + 1);
  return serial;
}

export function nextId(world: World, kind: IdKind): string {
  const { seed, readings } = world.settings;
  for (;;) {
    const id = mintId(kind, seed, nextSerial(world, kind), readings);
    // A loaded state may count fewer ids than it contains, and ids in another form may coincide with new ones.
    if (!isTaken(world.state, kind, id)) return id;
  }
}

function isTaken(
  { assets, jobs, tombstones, events, endpoints, deliveries }: WorldState,
  kind: IdKind,
  id: string,
): boolean {
  switch (kind) {
    case 'asset':
      return assets.has(id) || tombstones.has(id);
    case 'job':
      return jobs.has(id) || tombstones.has(id);
    case 'evt':
      return events.has(id);
    case 'we':
      return endpoints.has(id);
    case 'del':
      return deliveries.has(id);
    default:
      return false;
  }
}

export function ownerAccount(world: World, owner: Owner): Account {
  const account = world.state.accounts.get(accountOf(owner));
  if (account === undefined) throw new Error(`no account owns ${owner}`);
  return account;
}

/** The list with a name, created when it is first needed. */
export function listNamed(lists: Map<string, SortedList>, name: string): SortedList {
  const known = lists.get(name);
  if (known !== undefined) return known;
  const made = emptyList();
  put(lists, name, made);
  return made;
}
