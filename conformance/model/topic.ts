import type { Facts } from '../plan/facts.ts';
import type { Demand } from './demand.ts';
import type { Known } from './known.ts';
import type { Sight } from './sight.ts';

/** What is demanded in one topic. It may keep a small state of its own, in collections made with `keepIn`. */
export type Topic = {
  /** What the answer must be like, by what was known before it. */
  demands(sight: Sight): Demand[];
  keep?(sight: Sight): void;
  /** A driver was asked to do something. */
  drive?(call: string, given: Given): void;
};

/** Whether a driver changes accounts or their API keys. */
export function isOfAccounts(call: string): boolean {
  return /^(?:tenants|account)/.test(call);
}

export type Given = Readonly<Record<string, unknown>>;
export type CreateTopic = (known: Known, facts: ModelFacts) => Topic;
export type ModelFacts = Pick<Facts, 'keys' | 'tenant'> & {
  /** The answers are of traffic that was only observed: nothing is known of what was before, and others may act meanwhile. */
  isObserved?: boolean;
};
