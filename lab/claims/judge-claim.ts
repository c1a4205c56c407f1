import type { Report } from '../../conformance/report/report.ts';
import { verifyReport } from '../../conformance/report/verify.ts';
import type { Loaded } from '../../conformance/suite/scenario/load-suite.ts';
import type { Claim } from './read-claim.ts';

/**
 * A claim is confirmed by its recording, too old to be checked, or refused with the points that its recording does not
 * confirm.
 */
export type Standing =
  | { state: 'verified' }
  | { state: 'stale'; because: string }
  | { state: 'refused'; because: readonly string[] };

const DAY = 24 * 3_600_000;
/** Servers change, so a claim has to be renewed after this time. */
const MOST_DAYS = 180;

export async function standingOf(claim: Claim, loaded: Loaded, now: number): Promise<Standing> {
  const mistake = mistakeIn(claim, now);
  return mistake === null ? standingOfReport(claim.report, loaded, now) : { state: 'refused', because: [mistake] };
}

/** Returns what is wrong with a claim regardless of its recording. */
function mistakeIn({ report: { target, started, options }, version }: Claim, now: number): string | null {
  if (target.version !== null && target.version !== version)
    return `the report is of version ${target.version}, and claim.yaml is of ${version}`;
  if (options.only.length > 0 || options.shard !== null)
    return 'the report is of a part of the suite; run it without --only and --shard, or merge the shards';
  return Date.parse(started) > now + DAY ? `the report was made in the future: ${started}` : null;
}

/** Checks whether the verdicts of a report follow from its recording. */
export async function standingOfReport(report: Report, { suite, context }: Loaded, now: number): Promise<Standing> {
  // A recording can only be judged with the scenarios that produced it.
  if (report.suite.digest !== suite.digest)
    return { state: 'stale', because: 'made with another version of the suite' };
  const { differences } = await verifyReport(report, suite, context);
  if (differences.length > 0) return { state: 'refused', because: differences };
  const days = Math.floor((now - Date.parse(report.started)) / DAY);
  return days > MOST_DAYS ? { state: 'stale', because: `made ${days} days ago` } : { state: 'verified' };
}
