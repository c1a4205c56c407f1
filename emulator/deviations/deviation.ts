import type { StageDurations } from '../domain/plan.ts';
import type { Readings } from '../domain/readings.ts';
import type { Rules } from '../domain/rulebook.ts';
import type { DeliveryFacts, DeliveryRequest, Passage, RequestFacts, WireAnswer } from '../world/edges.ts';
import type { World } from '../world/world.ts';

/** What a deviation remembers: plain data in the state of its World, and put back with it. */
export type Memory = {
  get<Value>(name: string): Value | undefined;
  set(name: string, value: unknown): void;
  /** One more of a name: how many there were, this one included. */
  count(name: string): number;
};

export type Tools = { world: World; memory: Memory };

/** A request on its way, with what a deviation may look into. */
export type Passing = Passage & Tools;

/** Where a deviation can take hold. An edit that has nothing to change gives back what it got. */
export type Seams = {
  /** Other decisions in place of some of those that were taken so far. */
  rules?(was: Rules, tools: Tools): Partial<Rules>;
  /** Has a request handled as another one. */
  request?(request: RequestFacts, passing: Passing): RequestFacts;
  answer?(answer: WireAnswer, passing: Passing): WireAnswer;
  delivery?(request: DeliveryRequest, facts: DeliveryFacts & Tools): DeliveryRequest;
  readings?: Partial<Readings>;
  stages?: Partial<StageDurations>;
};

/** Breaks one rule of the spec: `rule` is the one that a suite has to name; `also` are those that fall with it. */
export type Deviation = Seams & {
  kind: 'deviation';
  id: string;
  rule: string;
  also: readonly string[];
  about: string;
  subtle: boolean;
};

/** Odd, and permitted: `cites` names the reading or the section that permits it. */
export type Variant = Seams & { kind: 'variant'; id: string; cites: string; about: string };

type Extras = Seams & { also?: readonly string[] };

/** A breach that hides: in a corner, on a boundary, the second time. */
export function subtle(rule: string, id: string, about: string, { also = [], ...seams }: Extras): Deviation {
  return { kind: 'deviation', id, rule, also, about, subtle: true, ...seams };
}

/** A breach that the first look finds. */
export function blatant(rule: string, id: string, about: string, { also = [], ...seams }: Extras): Deviation {
  return { kind: 'deviation', id, rule, also, about, subtle: false, ...seams };
}

export function variant(cites: string, id: string, about: string, seams: Seams): Variant {
  return { kind: 'variant', id, cites, about, ...seams };
}
