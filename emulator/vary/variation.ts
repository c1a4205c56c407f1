import type { Variation as Settings } from '../domain/test-control/variation.ts';
import type { FactName } from './facts.ts';

/**
 * What varies in one run of a suite. A lawful choice keeps the outcome: a test that fails takes something for granted. Under
 * a misfortune a test may fail rightly: what counts is what the client did. A hint is about what a careful client need not be
 * ready for: it is tried only on request, and nothing in it is a finding.
 */
export type Variation = {
  name: string;
  kind: 'lawful' | 'misfortune' | 'hint';
  section: string;
  /** What varies, or what befalls the client. */
  says: string;
  /** Of a lawful one, or a hint: what a client whose tests fail takes for granted. */
  assumes?: string;
  /** Without which nobody would notice. */
  needs: readonly FactName[];
  sets: Settings;
};
