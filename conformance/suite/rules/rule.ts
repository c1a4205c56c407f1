import type { Feature } from '../vocabulary.ts';
import type { Node, Place } from '../yaml/node.ts';

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

/** When, for what else, how often, in what form a rule has to hold beside right after, and how a scenario may meet it. */
export const MOMENTS = {
  across_midnight: 'on the next UTC day',
  after_the_end: 'after the job has ended, in each way in which it can',
  after_cancel: 'after a cancel that was accepted or deferred',
  after_deletion: 'after the deletion of the job or the asset',
  after_retention: 'after the input, the results or the key were kept for long enough',
  before_expiry: 'just before something expires',
  each_input: 'for each role of an input',
  each_operation: 'for each operation',
  each_event: 'for each type of event, and the ping',
  each_list: 'for each list and each filter',
  each_environment: 'in the live and in the test environment',
  each_foreign_object: 'for each kind of object of somebody else, in each of its stages',
  each_key: 'for each kind of key',
  on_repeat: 'for the same call once more',
  on_replay: 'for the same Idempotency-Key once more',
  in_a_race: 'for calls at the same time',
  odd_ids: 'for ids of unusual forms',
  odd_parameters: 'for parameters of unusual forms',
  odd_json: 'for JSON in unusual spellings',
  near_keys: 'for keys that differ in little',
  odd_receivers: 'for receivers that answer in unusual ways',
  each_delivery_state: 'for a delivery in each state that it can have',
} as const;

export type Moment = keyof typeof MOMENTS;
/** The scenarios that check a rule at a moment. */
type Moments = { readonly [moment in Moment]?: readonly string[] | undefined };
