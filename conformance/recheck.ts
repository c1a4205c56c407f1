import { openSuite } from './certify.ts';
import { mergeShards } from './merge-shards.ts';
import type { Baseline } from './report/baseline.ts';
import type { Report } from './report/report.ts';

import { type Verification, verifyReport } from './report/verify.ts';
import { PACKED_VERSION, type PackedReport, unpackReport } from './report/version-2.ts';

/** Where the scenarios are that a report came from, where these are not those of the package. */
export type SuiteOptions = { scenarios?: readonly string[] };

/** Works the verdicts of a report out again from the exchanges that it recorded, without a server. */
export async function verify(
  report: Report | PackedReport,
  { scenarios = [] }: SuiteOptions = {},
): Promise<Verification> {
  const { suite, context } = openSuite(scenarios);
  return verifyReport(plainReport(report), suite, context);
}

/** One report of the shards of a run. */
export function merge(
  reports: readonly (Report | PackedReport)[],
  options: SuiteOptions & { baseline?: Baseline } = {},
): Report {
  const named = reports.map((report, index) => ({ name: `report ${index + 1}`, report: plainReport(report) }));
  return mergeShards(named, openSuite(options.scenarios ?? []), options.baseline);
}

/** A report of version 1, of one that 0.2 wrote packed. What is written since then needs no change. */
export function plainReport(report: Report | PackedReport): Report {
  return report.report === PACKED_VERSION ? (unpackReport(report) as Report) : report;
}
