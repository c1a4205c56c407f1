import { type CertifyOptions, certifyWith } from '../certify.ts';
import type { Report } from '../report/report.ts';
import { verifyReport } from '../report/verify.ts';
import type { Loaded } from '../suite/scenario/load-suite.ts';
import type { Target } from '../target/target.ts';
import type { TargetFlags } from '../target/target-from-flags.ts';

/** Grades a target like `certify`, and checks that the verdicts follow from the recording in the report. */
export async function verifiedReport(
  loaded: Loaded,
  target: Target | TargetFlags,
  options: CertifyOptions,
): Promise<Report> {
  const report = await certifyWith(loaded, target, options);
  const differences = await differencesIn(report, loaded);
  if (differences.length > 0) throw new Error(`the report of a run cannot be verified: ${differences.join('; ')}`);
  return report;
}

/** The parts of a report that do not follow from its recording, after it was written and read back. */
export async function differencesIn(report: Report, { suite, context }: Loaded): Promise<string[]> {
  const written = JSON.parse(JSON.stringify(report)) as Report;
  return (await verifyReport(written, suite, context)).differences;
}
