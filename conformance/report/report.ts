import type { TapeEntry } from '../effects/tape.ts';
import type { Evidence, Observation } from '../judge/evidence.ts';
import type { Conclusion, Verdict } from '../judge/verdicts.ts';
import type { Facts } from '../plan/facts.ts';
import type { FoundFeature } from '../plan/features.ts';
import type { Mismatch } from '../suite/expectation/mismatch.ts';
import type { Reason } from '../suite/reasons.ts';
import type { Group, Level } from '../suite/rules/rule.ts';

export const REPORT_VERSION = 1;

export const EXIT_CODES: Record<Conclusion, number> = { conformant: 0, 'non-conformant': 1, incomplete: 3, error: 4 };

export type RuleReport = {
  id: string;
  clause: string;
  level: Level;
  group: Group;
  says: string;
  verdict: Verdict;
  reason: Reason | null;
  hint: string | null;
  /** How often it was seen to hold, to be violated, and could not be tested. */
  counts: { held: number; violated: number; untested: number };
  /** A known failure of the baseline: it fails, and does not turn the run red. */
  known: boolean;
};

/** Everything that a person needs to see, and to repeat, one violation. */
export type FailureCard = {
  rule: string;
  scenario: string;
  instance: string;
  step: string;
  /** file:line:column of the step. */
  place: string;
  mismatches: Mismatch[];
  /** Positions in the tape of the instance that lead to it, in order; the last is the one that shows it. */
  exchanges: number[];
  /** What an emulator of the spec answers to the same requests, where one was at hand. */
  reference: { status: number; body: string } | null;
};

export type InstanceReport = {
  id: string;
  scenario: string;
  arm: string | null;
  row: string | null;
  outcome: 'done' | 'setup_failed' | 'untested' | 'crashed';
  reason: Reason | null;
  detail: string | null;
  took: number;
  /** The environment of the key of each role, and the account that was made for it. */
  keys: Record<string, string>;
  tenant: string | null;
  /** What a job was taken to need when it began, in milliseconds. */
  median_job_time: number;
  tape: TapeEntry[];
  /** Of the tape, as it was when the run ended; reports of older versions have none. */
  digest?: string;
};

/** What the instances of a shard went by, as far as it may differ from one shard to the next. */
export type ShardReport = Pick<Report, 'target' | 'features' | 'drivers'> & {
  /** Such as 1/4. */
  shard: string;
  nonce: string;
};

export type GroupReport = {
  group: Group;
  must: { passed: number; total: number; failed: number; untested: number };
  warnings: number;
  not_applicable: number;
};

/** The report: all that was found, and all that is needed to find it again from what was recorded. */
export type Report = {
  report: typeof REPORT_VERSION;
  tool: { name: 'tryon-kit'; version: string };
  suite: { digest: string; scenarios: number; rules: number };
  target: Facts['target'];
  features: Record<string, FoundFeature>;
  drivers: string[];
  keys: Record<string, 'live' | 'test' | 'other'>;
  options: { seed: string; nonce: string; only: string[]; shard: string | null; repeat: number };
  started: string;
  took: number;
  requests: number;
  conclusion: Conclusion;
  exit_code: number;
  groups: GroupReport[];
  rules: RuleReport[];
  failures: FailureCard[];
  gaps: { id: string; ask: string; answers: { seen: Record<string, unknown>; times: number }[] }[];
  evidence: Evidence[];
  observations: Observation[];
  instances: InstanceReport[];
  /** Jobs and assets that could not be erased. */
  leftovers: string[];
  /** Rules of the baseline that no longer fail, or that there are none of. */
  stale: string[];
  errors: { instance: string | null; message: string }[];
  /** Of a merged report: what it was made of. Reports of older versions do not have it. */
  shards?: ShardReport[];
};
