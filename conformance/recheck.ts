import { openSuite } from './certify.ts';
import { mergeShards } from './merge-shards.ts';
import type { Baseline } from './report/baseline.ts';
import type { Report } from './report/report.ts';

import { type Verification, verifyReport } from './report/verify.ts';
import { PACKED_VERSION, type PackedReport, unpackReport } from './report/version-2.ts';

/** The scenarios that a report is based on, if they are not the built-in ones. */
export type SuiteOptions = { scenarios?: readonly string[] };

/** Recomputes the verdicts of a report from the recorded exchanges, without a server. */
export async function verify(
  report: Report | PackedReport,
  { scenarios = [] }: SuiteOptions = {},
): Promise<Verification> {
  const { suite, context } = openSuite(scenarios);
  return verifyReport(plainReport(report), suite, context);
}

/** Merges the shards of a run into one report. */
export function merge(
  reports: readonly (Report | PackedReport)[],
  options: SuiteOptions & { baseline?: Baseline } = {},
): Report {
  const named = reports.map((report, index) => ({ name: `report ${index + 1}`, report: plainReport(report) }));
  return mergeShards(named, openSuite(options.scenarios ?? []), options.baseline);
}

/** The report in version 1. Only a report that 0.2 wrote in the packed form is converted. */
export function plainReport(report: Report | PackedReport): Report {
  return report.report === PACKED_VERSION ? (unpackReport(report) as Report) : report;
}
