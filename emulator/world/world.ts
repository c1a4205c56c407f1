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

/** The configuration of a World, which it never changes itself. */
export type Settings = {
  seed: string;
  readings: Readings;
  stages: StageDurations;
  /** What is answered otherwise, beside the readings. */
  answers: readonly AnswerTemplate[];
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
  /** Deliveries that a change has touched, for those who look at what it did. */
  moved: Set<string>;
  /** Every secret that a key has had here, whatever state the World was put back to since. */
  secrets: Set<string>;
  /** What the World may grow in; null if nothing bounds it. */
  room: Room | null;
};

/** Each throws `NoRoom` where there is none: what a change has done by then is taken back. */
export type Room = {
  /** For the records that a change has added. */
  requireRecords(state: WorldState): void;
  /** For an upload. */
  requireUpload(image: { digest: string; sizeBytes: number }): void;
  /** For the pictures of a job, as far as that is known of its input. */
  requirePictures(source: { sizeBytes: number }): void;
};

/** Where what comes in, what goes out and what is done can be changed without a rule knowing of it. */
export type Edges = {
  wire: {
    request(world: World, passage: Passage): RequestFacts;
    /** Throws the refusal of a request that the service would take. */
    check(world: World, passage: Passage): void;
    refusal(world: World, passage: Passage, error: ApiError): ApiError;
    answer(world: World, passage: Passage, answer: WireAnswer): WireAnswer;
    /** Changes how an answer is transmitted, not what it says. */
    packed(world: World, passage: Passage, answer: WireAnswer): WireAnswer;
  } | null;
  delivery: ((world: World, facts: DeliveryFacts, request: DeliveryRequest) => DeliveryRequest) | null;
  /** Has a change made, or work done that has fallen due, and more or less than that. */
  change: (<Result>(world: World, make: () => Result) => Result) | null;
  /** Whether any of these, or a rule, reads tombstones, which are then kept forever. */
  readsTombstones: boolean;
};

export const PLAIN_EDGES: Edges = { wire: null, delivery: null, change: null, readsTombstones: false };

/** What a World goes by. */
export type Conduct = { settings: Settings; rules: Rules; edges: Edges };

/** One line of the catalogue: a rule that can be broken, or the old name of choices that the spec permits. */
export type DeviationFacts =
  | { kind: 'deviation'; id: string; rule: string; also: readonly string[]; about: string; subtle: boolean }
  | { kind: 'variant'; id: string; cites: string; about: string; choices: readonly string[] };

/** Knows the catalogue and the means of each choice; it is loaded when the first World asks for a deviation or another choice. */
export type Deviator = {
  catalogue: readonly DeviationFacts[];
  /** What can happen at a lawful server and is switched on by the same calls, though no list has it. */
  occurrences: readonly string[];
  /** The conduct of a World with these settings and their choices, and with some deviations on, in the order in which they are given. */
  conductOf(world: World, settings: Settings, ids: readonly string[]): Conduct;
  /** What the choices of these settings change in the OpenAPI document of the service. */
  documentOf(settings: Pick<Settings, 'readings' | 'stages'>): DocumentEdits;
  /** The choices that an old name of a lawful variant stands for; null for any other name. */
  choicesOf(id: string): Readonly<Record<string, unknown>> | null;
};

/** How the description of the service differs where choices are not the default. */
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
    // A file may say that fewer were made than there are, and ids of another form may be like those.
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

/** The list of a name, made when it is first asked for. */
export function listNamed(lists: Map<string, SortedList>, name: string): SortedList {
  const known = lists.get(name);
  if (known !== undefined) return known;
  const made = emptyList();
  put(lists, name, made);
  return made;
}
