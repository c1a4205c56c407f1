import type { Readings } from '../../shared/questions/generated/readings.ts';
import type { ApiError } from '../domain/errors.ts';
import type { Rules } from '../domain/rulebook.ts';
import type { StageDurations } from '../domain/test-control/plan.ts';
import type { DeliveryFacts, DeliveryRequest, Passage, RequestFacts } from '../world/edges.ts';
import type { WireAnswer } from '../world/wire.ts';
import type { DeviationFacts, World } from '../world/world.ts';

// biome-ignore lint/suspicious/noExplicitAny: edits change JSON of any shape, and nothing relies on the result
export type AnyJson = any;

/** The memory of a deviation: plain data in the state of its World, so that a restore includes it. */
export type Memory = {
  get<Value>(name: string): Value | undefined;
  set(name: string, value: unknown): void;
  count(name: string): number;
};

export type Tools = {
  world: World;
  memory: Memory;
  /** Reports that it changed something, if comparing cannot detect that. */
  note(): void;
};

/** A request with its route and key, and what a deviation can read from its World. */
export type RequestContext = Passage & Tools;

/** What a deviation may override. An edit that changes nothing returns its argument. */
export type Overrides = {
  /** Replaces some of the rules; `was` are the previous rules. */
  rules?(was: Rules, tools: Tools): Partial<Rules>;
  request?(request: RequestFacts, context: RequestContext): RequestFacts;
  /** Refuses what the service would accept, right after authentication. Later checks are decisions of `rules`. */
  check?(context: RequestContext): void;
  refusal?(error: ApiError, context: RefusalContext): ApiError;
  answer?(answer: WireAnswer, context: RequestContext): WireAnswer;
  /** Changes how the same content is sent; the journal keeps the answer from before this. */
  packed?(answer: WireAnswer, context: RequestContext): WireAnswer;
  delivery?(request: DeliveryRequest, facts: DeliveryFacts & Tools): DeliveryRequest;
  /** Inspects the World before each change, and returns what to do to it afterwards. */
  change?(tools: Tools): () => void;
  readings?: Partial<Readings>;
  stages?: Partial<StageDurations>;
  /** Changes the OpenAPI document of the service, in place. */
  document?(document: AnyJson): void;
  /** Its edits come last, since they only change the spelling of texts. */
  isLast?: boolean;
  /** Its edits read tombstones, which the World then keeps forever. With deviations, it always keeps them. */
  readsTombstones?: boolean;
};

/** The context in which a refusal is described or was made: a description has no request. */
export type RefusalContext = { route: RequestContext['route']; request: RequestContext['request'] | null };

/** Breaks one rule of the spec. A suite must report `rule`; the rules in `also` break with it. */
export type Deviation = Extract<DeviationFacts, { kind: 'deviation' }> & { overrides(): Overrides };

/** The overrides that implement a choice that the emulator does not read itself. */
export type Means = (choice: unknown) => Overrides;
