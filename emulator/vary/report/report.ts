import type { Variation } from '../facts.ts';
import type { OpenDuty } from '../judge/duties.ts';
import type { Place } from '../judge/places.ts';
import type { Proof } from '../judge/proof.ts';

/**
 * `finding`: the client is wrong. `shown`: tests fail under a misfortune or a hint, as they may, and each duty that
 * applied was kept. `cannot_tell`: no duty was broken, but neither the exchanges nor the tests show whether each was
 * kept. `flaky`: only flaky tests fail. `not_met`: none of these, but the variation did not occur. `fine`: none of
 * these.
 */
export type RowVerdict = 'finding' | 'cannot_tell' | 'shown' | 'flaky' | 'not_met' | 'fine';

export type Row = {
  variation: string;
  kind: Variation['kind'] | 'plain';
  section: string;
  says: string;
  verdict: RowVerdict;
  /** One sentence; null if there is nothing to report. */
  finding: string | null;
  /** Why it did not occur. */
  because: string | null;
  failed: readonly string[];
  flaky: readonly string[];
  /** The files with the results of the tests; null if there is none. */
  results: string | null;
  /** The number of tests; null if there are no results. */
  total: number | null;
  exit: number | null;
  hung: boolean;
  proofs: readonly Proof[];
  /** The duties about which the tests leave open whether they were kept. */
  open: readonly OpenDuty[];
  /** What the client did when it encountered the variation. */
  moment: readonly string[];
  /** What the client was reading before it went wrong under a lawful choice, with the section that describes it. */
  read_in: readonly Place[];
  /** The end of the output of the command, if nothing shows which tests failed. */
  tail: string;
  took: number;
};

export type NotMetRow = { variation: string; kind: string; section: string; because: string };

export type VaryReport = {
  tool: { name: string; version: string };
  command: string;
  started: string;
  took: number;
  /** The total time of all runs of the command; the rest is the time of vary itself. */
  runs_took: number;
  seed: string | null;
  /** `cannot_tell`: nothing was found, but the tests leave open whether the client keeps each duty. */
  conclusion: 'careful' | 'findings' | 'cannot_tell' | 'incomplete';
  /** Why nothing, or not everything, was judged; null if everything was. */
  unjudged: string | null;
  flaky: readonly string[];
  rows: readonly Row[];
  not_met: readonly NotMetRow[];
};

export const CONCLUSION_EXITS = { careful: 0, findings: 1, cannot_tell: 3, incomplete: 3 } as const;

export function countOf({ rows }: Pick<VaryReport, 'rows'>, verdict: RowVerdict): number {
  return rows.filter((row) => row.verdict === verdict).length;
}
