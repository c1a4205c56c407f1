import type { TapeEntry } from '../effects/tape.ts';
import type { Evidence, Observation } from '../judge/evidence.ts';
import type { Conclusion, Verdict } from '../judge/verdicts.ts';
import type { Facts } from '../plan/facts.ts';
import type { FoundFeature } from '../plan/feature-facts.ts';
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
  /** How often it held, was violated, and could not be tested. */
  counts: { held: number; violated: number; untested: number };
  /** A known failure of the baseline: it fails, and does not make the run non-conformant. */
  known: boolean;
};

/** One violation, with everything to understand and repeat it. */
export type FailureCard = {
  rule: string;
  scenario: string;
  instance: string;
  step: string;
  /** file:line:column of the step. */
  place: string;
  mismatches: Mismatch[];
  /** The positions in the instance's tape that lead to it, in order; the last shows the violation. */
  exchanges: number[];
  /** The emulator's answer to the same request, where it was asked. */
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
  /** The expected duration of a job when the instance began, in milliseconds. */
  median_job_time: number;
  tape: TapeEntry[];
  /** A digest of the tape at the end of the run; reports of older versions have none. */
  digest?: string;
};

/** The facts of a shard that may differ from one shard to another. */
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

/** The report of a run: its verdicts, and the records from which they can be recomputed. */
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
  /** Entries of the baseline whose rule no longer fails, or does not exist. */
  stale: string[];
  errors: { instance: string | null; message: string }[];
  /** The shards of a merged report. Reports of older versions do not have them. */
  shards?: ShardReport[];
};
