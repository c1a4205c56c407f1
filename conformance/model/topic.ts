import type { Facts } from '../plan/facts.ts';
import type { Demand } from './demand.ts';
import type { Known } from './known.ts';
import type { Sight } from './sight.ts';

/** What is demanded in one topic. It may keep a small state of its own, in collections made with `keepIn`. */
export type Topic = {
  /** The requirements for the answer that follow from the facts before it. */
  demands(sight: Sight): Demand[];
  keep?(sight: Sight): void;
  /** A driver was called. */
  drive?(call: string, given: Given): void;
};

/** Whether a driver changes accounts or their API keys. */
export function isOfAccounts(call: string): boolean {
  return /^(?:tenants|account)/.test(call);
}

export type Given = Readonly<Record<string, unknown>>;
export type CreateTopic = (known: Known, facts: ModelFacts) => Topic;
export type ModelFacts = Pick<Facts, 'keys' | 'tenant'> & {
  /** The answers are observed traffic: earlier traffic is unknown, and other clients may act at the same time. */
  isObserved?: boolean;
};
