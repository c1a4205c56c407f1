import { randomBytes } from 'node:crypto';
import { chooseScenarios } from './plan/choose.ts';
import type { Shard } from './plan/shard.ts';
import { addReferences } from './report/add-references.ts';
import type { Baseline } from './report/baseline.ts';
import { buildReport } from './report/build-report.ts';
import type { Report } from './report/report.ts';
import type { Progress } from './run/progress.ts';
import { runSuite } from './run/run-suite.ts';
import { type HowMany, playSessions } from './sessions/play-sessions.ts';
import { loadRules } from './suite/rules/load-rules.ts';
import type { Group } from './suite/rules/rule.ts';
import { checkScenarios, type Loaded, loadSuite } from './suite/scenario/load-suite.ts';
import { filesToRun, isShipped, suiteFiles } from './suite/suite-files.ts';
import type { Target } from './target/target.ts';
import { type TargetFlags, targetFromFlags } from './target/target-from-flags.ts';
import { toolVersion } from './version.ts';

export type CertifyOptions = {
  /** Scenario files and folders of your own, used instead of the built-in ones. */
  scenarios?: readonly string[];
  /** Scenarios by id, rule, section or group. */
  only?: readonly string[];
  /** The groups to grade; an empty list means all of them. */
  groups?: readonly Group[];
  /** A version of the suite. Rules that were added or raised to failures after it only warn. */
  as_of?: string;
  /** `{index: 1, of: 4}`: the first quarter of the scenarios. */
  shard?: Shard | null;
  /** The same seed gives the same order and the same random choices. */
  seed?: string;
  /** The number of times that everything is run. Rules with varying results are flaky, and never pass. */
  repeat?: number;
  /** The number of scenarios that run in parallel. */
  atOnce?: number;
  /** Does not erase what scenarios have created. */
  keep?: boolean;
  baseline?: Baseline;
  signal?: AbortSignal;
  /**
   * The number of random sessions derived from the seed. They are judged by what their own answers prove (default: 0).
   */
  sessions?: HowMany;
  /** Starts a server that keeps the spec. Each failure of the target is reported with that server's answer. */
  reference?(): Promise<ReferenceServer>;
  /**
   * The time limit in milliseconds for the comparison, after which the remaining failures are not compared (default:
   * 5000).
   */
  compareFor?: number;
  onProgress?(progress: Progress): void;
  /** Called before failures are compared with the reference, which takes little more than `atMost` milliseconds. */
  onReference?(comparing: { failures: number; atMost: number }): void;
};

export type ReferenceServer = { base_url: string; driver_url: string; close(): Promise<void> };

const SIDE_BY_SIDE = 8;

/**
 * Grades a target with the suite. There is a report whatever the target does; only an invalid suite or option is
 * refused.
 */
export async function certify(target: Target | TargetFlags, options: CertifyOptions = {}): Promise<Report> {
  return certifyWith(openSuite(options.scenarios), target, options);
}

/** Reads and checks the suite once, for several runs. Built-in scenarios are checked when they are run. */
export function openSuite(own: readonly string[] = []): Loaded {
  const loaded = loadSuite(filesToRun(own));
  checkScenarios(loaded, own.length === 0 ? [] : loaded.suite.scenarios.filter(({ place }) => !isShipped(place.file)));
  return loaded;
}

export async function certifyWith(
  loaded: Loaded,
  target: Target | TargetFlags,
  options: CertifyOptions,
): Promise<Report> {
  const { suite } = loaded;
  const resolved = 'features' in target ? target : targetFromFlags(target);
  const {
    only = [],
    groups = [],
    as_of,
    shard = null,
    seed = freshSeed(),
    repeat = 1,
    atOnce = SIDE_BY_SIDE,
    keep = false,
    sessions = 0,
  } = options;
  const chosen = {
    only,
    groups,
    ...(as_of !== undefined && { as_of }),
    shard,
    seed,
    nonce: freshSeed(),
    repeat,
    atOnce,
    signal: options.signal ?? new AbortController().signal,
    erase: !keep,
    ...(options.onProgress && { onProgress: options.onProgress }),
  };
  const scenarios = checkScenarios(loaded, chooseScenarios(suite, chosen));
  const { beside, ...run } = await runSuite(scenarios, resolved, chosen, (session, broken) =>
    playSessions(session, sessions, broken),
  );
  const baseline = options.baseline ?? [];
  const input = { suite, target: run.target, run, options: chosen, baseline, version: toolVersion() };
  const report = buildReport({ ...input, sessions: beside });
  return options.reference === undefined ? report : withReferences(report, loaded, options.reference, options);
}

/** The time limit in milliseconds for comparing failures with the reference. Failures after it have no reference. */
const COMPARING = 5_000;

async function withReferences(
  report: Report,
  loaded: Loaded,
  start: () => Promise<ReferenceServer>,
  { onReference, signal: stopped, compareFor = COMPARING }: CertifyOptions,
): Promise<Report> {
  const known = new Set(loaded.suite.scenarios.map(({ id }) => id));
  const failed = new Set(report.failures.map(({ scenario }) => scenario).filter((id) => known.has(id)));
  if (failed.size === 0 || stopped?.aborted === true) return report;
  onReference?.({ failures: report.failures.length, atMost: compareFor });
  const server = await start();
  try {
    const target = targetFromFlags({ base_url: server.base_url, drivers: { url: server.driver_url } });
    const bound = AbortSignal.timeout(compareFor);
    const signal = stopped === undefined ? bound : AbortSignal.any([bound, stopped]);
    const reference = await certifyWith(loaded, target, { only: [...failed], seed: report.options.seed, signal });
    const shipped = loadRules(suiteFiles().rules);
    const { registry } = loaded.suite;
    return addReferences(report, reference, (rule) => shipped.get(rule)?.says === registry.get(rule)?.says);
  } finally {
    await server.close();
  }
}

function freshSeed(): string {
  return randomBytes(4).toString('hex');
}
