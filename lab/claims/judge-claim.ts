import type { Report } from '../../conformance/report/report.ts';
import { verifyReport } from '../../conformance/report/verify.ts';
import type { Loaded } from '../../conformance/suite/scenario/load-suite.ts';
import type { Claim } from './read-claim.ts';

/** A claim is confirmed by its recording, or too old to be checked, or says what its recording does not show. */
export type Standing =
  | { state: 'verified' }
  | { state: 'stale'; because: string }
  | { state: 'refused'; because: readonly string[] };

const DAY = 24 * 3_600_000;
/** Servers change, so a claim has to be renewed. */
const MOST_DAYS = 180;

export async function standingOf(claim: Claim, loaded: Loaded, now: number): Promise<Standing> {
  const mistake = mistakeIn(claim, now);
  return mistake === null ? standingOfReport(claim.report, loaded, now) : { state: 'refused', because: [mistake] };
}

/** What a claim lacks whatever its recording shows. */
function mistakeIn({ report: { target, started, options }, version }: Claim, now: number): string | null {
  if (target.version !== null && target.version !== version)
    return `the report is of version ${target.version}, and claim.yaml is of ${version}`;
  if (options.only.length > 0 || options.shard !== null)
    return 'the report is of a part of the suite; run it without --only and --shard, or merge the shards';
  return Date.parse(started) > now + DAY ? `the report was made in the future: ${started}` : null;
}

/** Whether the verdicts of a report follow from its recording. */
export async function standingOfReport(report: Report, { suite, context }: Loaded, now: number): Promise<Standing> {
  // Without the scenarios that made it, a recording cannot be judged.
  if (report.suite.digest !== suite.digest)
    return { state: 'stale', because: 'made with another version of the suite' };
  const { differences } = await verifyReport(report, suite, context);
  if (differences.length > 0) return { state: 'refused', because: differences };
  const days = Math.floor((now - Date.parse(report.started)) / DAY);
  return days > MOST_DAYS ? { state: 'stale', because: `made ${days} days ago` } : { state: 'verified' };
}
