import type { Readings } from '../../shared/questions/generated/readings.ts';
import type { ApiError } from '../domain/errors.ts';
import type { Rules } from '../domain/rulebook.ts';
import type { StageDurations } from '../domain/test-control/plan.ts';
import type { DeliveryFacts, DeliveryRequest, Passage, RequestFacts } from '../world/edges.ts';
import type { WireAnswer } from '../world/wire.ts';
import type { DeviationFacts, World } from '../world/world.ts';

// biome-ignore lint/suspicious/noExplicitAny: edits change JSON of any shape, and nothing relies on the result
export type AnyJson = any;

/** The memory of a deviation: plain data in the state of its World, so that a restore restores it. */
export type Memory = {
  get<Value>(name: string): Value | undefined;
  set(name: string, value: unknown): void;
  /** Counts one more under a name, and returns the count with it. */
  count(name: string): number;
};

export type Tools = {
  world: World;
  memory: Memory;
  /** Says that it changed something, where that cannot be seen by comparing. */
  note(): void;
};

/** A request with its route and key, and what a deviation may read of its World. */
export type RequestContext = Passage & Tools;

/** What a deviation may override. An edit that changes nothing returns its argument. */
export type Overrides = {
  /** Replaces some of the rules; `was` are the rules so far. */
  rules?(was: Rules, tools: Tools): Partial<Rules>;
  /** Replaces a request before it is handled. */
  request?(request: RequestFacts, context: RequestContext): RequestFacts;
  /**
   * Throws the refusal of a request that the service would take, right after authentication (or where the path is unknown).
   * What the service checks later is a decision of `rules`, so that the order of refusals stays.
   */
  check?(context: RequestContext): void;
  /** Replaces a refusal before it is written. */
  refusal?(error: ApiError, context: RefusalContext): ApiError;
  answer?(answer: WireAnswer, context: RequestContext): WireAnswer;
  /** Changes how an answer is sent that says the same; the journal keeps it as it was before. */
  packed?(answer: WireAnswer, context: RequestContext): WireAnswer;
  delivery?(request: DeliveryRequest, facts: DeliveryFacts & Tools): DeliveryRequest;
  /** Inspects the World before each change, and returns what to do to it afterwards. */
  change?(tools: Tools): () => void;
  readings?: Partial<Readings>;
  stages?: Partial<StageDurations>;
  /** Changes the OpenAPI document of the service, in place. */
  document?(document: AnyJson): void;
  /** Its edits come last, since they only change the spelling of a text. */
  isLast?: boolean;
  /** Its edits read tombstones, which the World then keeps forever. Under a deviation it always keeps them. */
  readsTombstones?: boolean;
};

/** What is known where a refusal is described, or was made: a description has no request. */
export type RefusalContext = { route: RequestContext['route']; request: RequestContext['request'] | null };

/** Breaks one rule of the spec. A suite must name `rule`; `also` are rules that break with it. */
export type Deviation = Extract<DeviationFacts, { kind: 'deviation' }> & { overrides(): Overrides };

/** The overrides by which the emulator follows a choice that it does not read where it decides. */
export type Means = (choice: unknown) => Overrides;
