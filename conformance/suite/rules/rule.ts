import type { Feature } from '../vocabulary.ts';
import type { Node, Place } from '../yaml/node.ts';
import type { Moments } from './moments.ts';

export const LEVELS = ['must', 'should', 'derived', 'gap', 'excluded'] as const;
export type Level = (typeof LEVELS)[number];

export const GROUPS = ['core', 'lists', 'cancel', 'delete', 'credits', 'webhooks', 'test-mode', 'hair-draft'] as const;
export type Group = (typeof GROUPS)[number];

/** One statement of the spec, in our own words. */
export type Rule = {
  id: string;
  clause: string;
  level: Level;
  group: Group;
  /** Hashes of the sentences of the spec that say it (see spec-sentences.ts). */
  anchors: readonly string[];
  /** Those of them that stand in the rule as they are. */
  sentences: readonly { anchor: string; text: string }[];
  says: string;
  /** Of a gap: what a target is observed for. */
  ask: string | null;
  /** Of a derived rule: the rules that it follows from, and a lawful server that breaks it, or why else it is only a warning. */
  from: readonly string[];
  counter: string | null;
  why: string | null;
  /** Of a derived rule: the lawful ways to break it, so that any other breach is a failure; or why they cannot be listed. */
  spares: Node | null;
  open: string | null;
  /** Of an excluded rule: why it cannot be graded. */
  because: string | null;
  /** The reading that decides, where the spec is silent. */
  reading: number | null;
  /** The version of the suite that first had it, or that raised it to a failure; null for those of the first. */
  since: string | null;
  /** The scenarios that check it at other moments than right after, or why there is no other. */
  moments: Moments | string | null;
  /** The features that a breach proves to be there although they are declared off, with what was seen. */
  disprovesOff: { readonly [Name in Feature]?: string | undefined };
  place: Place;
};

export type Registry = ReadonlyMap<string, Rule>;

/** Whether a breach of it counts. */
export function isGraded({ level }: Rule): boolean {
  return level === 'must' || level === 'should' || level === 'derived';
}
