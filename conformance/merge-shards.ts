import type { Baseline } from './report/baseline.ts';
import { concludeReport } from './report/build-report.ts';
import { mergeReports } from './report/merge.ts';
import type { Report } from './report/report.ts';
import { isProvenOff } from './run/feature-facts.ts';
import type { Suite } from './scenario/suite.ts';

/** One report of the shards of a run, with verdicts drawn anew from all that they have found. */
export function mergeShards(reports: readonly Report[], { registry }: Suite, baseline: Baseline = []): Report {
  return mergeReports(reports, ({ first, ...found }) =>
    concludeReport({
      registry,
      covered: reports.flatMap(({ rules }) => rules.map(({ id }) => id)),
      provenOff: reports.every(({ features }) => isProvenOff(features)),
      baseline,
      base: { ...first, ...found },
    }),
  );
}
