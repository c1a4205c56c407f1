import type { Baseline } from './report/baseline.ts';
import { concludeReport } from './report/build-report.ts';
import { mergeReports } from './report/merge.ts';
import type { Report } from './report/report.ts';
import type { Suite } from './scenario/suite.ts';

/** One report of the shards of a run, with verdicts drawn anew from all that they have found. */
export function mergeShards(reports: readonly Report[], { registry }: Suite, baseline: Baseline = []): Report {
  return mergeReports(reports, ({ first, ...found }) =>
    concludeReport({
      registry,
      covered: reports.flatMap(({ rules }) => rules.map(({ id }) => id)),
      provenOff: reports.every(hasProvedOff),
      baseline,
      base: { ...first, ...found },
    }),
  );
}

/** A feature that is off without a proof leaves its rules inconclusive for just this reason. */
function hasProvedOff({ rules }: Report): boolean {
  return !rules.some(({ verdict, reason }) => verdict === 'inconclusive' && reason === 'feature-off');
}
