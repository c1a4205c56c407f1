import { isInShard, shardWords } from './plan/shard.ts';
import type { Baseline } from './report/baseline.ts';
import { concludeReport, coveredIn } from './report/build-report.ts';
import { offIn } from './report/facts-of-run.ts';
import { instanceReport } from './report/instance-report.ts';
import { CannotMerge, type MergedParts, mergeReports, type NamedReport } from './report/merge.ts';
import type { Report } from './report/report.ts';
import { scenariosOf, strayInstances } from './report/verify.ts';
import { type InstanceRun, scenarioNotPlayed } from './run/instance-run.ts';
import type { Loaded } from './suite/scenario/load-suite.ts';

/**
 * Merges the shards of a run into one report, and derives the verdicts again from all the evidence. What the missing
 * shards would have found counts as not tested.
 */
export function mergeShards(reports: readonly NamedReport[], loaded: Loaded, baseline: Baseline = []): Report {
  for (const one of reports) refusePartial(one, loaded);
  return mergeReports(reports, (parts) => {
    const { first, missing, ...found } = parts;
    const lost = lostWith(parts, loaded);
    return concludeReport({
      registry: loaded.suite.registry,
      covered: coveredIn(scenariosOf(first, loaded.suite)),
      off: offIn({ ...first, ...found }),
      baseline,
      base: {
        ...first,
        ...found,
        evidence: [...found.evidence, ...lost.flatMap(({ evidence }) => evidence)],
        instances: [...found.instances, ...lost.map(instanceReport)],
      },
    });
  });
}

/**
 * Refuses a report of another suite, whose rules could not be found, and one that lacks a part of its shard, which
 * would hide what that part found.
 */
function refusePartial({ name, report }: NamedReport, { suite, context }: Loaded): void {
  const { digest } = report.suite;
  if (digest !== suite.digest)
    throw new CannotMerge(
      `${name}: it is of the suite ${digest}, and this is ${suite.digest}; name its scenarios with --scenarios, or use the version of this tool that made it`,
    );
  const [stray] = strayInstances(report, suite, context);
  if (stray !== undefined) throw new CannotMerge(`${name}: it is not as the run wrote it: ${stray}`);
}

function lostWith({ first, missing }: MergedParts, { suite }: Loaded): InstanceRun[] {
  return missing.flatMap((shard) => {
    const scenarios = scenariosOf(first, suite).filter(({ id }) => isInShard(id, shard));
    return scenarios.map((one) => scenarioNotPlayed(one, 'missing-shard', `${shardWords(shard)} is missing`));
  });
}
