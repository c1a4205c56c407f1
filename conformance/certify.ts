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
  /** Scenario files and folders of your own, instead of those that come with the package. */
  scenarios?: readonly string[];
  /** Scenarios by id, rule, section or group. */
  only?: readonly string[];
  /** The groups that are certified; none are all of them. */
  groups?: readonly Group[];
  /** A version of the suite: rules that are newer, or were raised to failures since, only warn. */
  as_of?: string;
  /** `{index: 1, of: 4}`: the first quarter of the scenarios. */
  shard?: Shard | null;
  /** The same seed gives the same order and the same draws. */
  seed?: string;
  /** Runs everything so often: answers that differ are flaky, and never pass. */
  repeat?: number;
  /** How many scenarios go side by side. */
  atOnce?: number;
  /** Leaves what scenarios made where it is. */
  keep?: boolean;
  baseline?: Baseline;
  signal?: AbortSignal;
  /** Sessions that are drawn from the seed and judged by what their own answers make certain (default: 0). */
  sessions?: HowMany;
  /** Starts a server that keeps the spec: where the target fails, its answer to the same is put beside. */
  reference?(): Promise<ReferenceServer>;
  /** Milliseconds for that, after which the remaining failures are not compared; 5000 by default. */
  compareFor?: number;
  onProgress?(progress: Progress): void;
  /** Called before failures are compared with the reference, which takes `atMost` milliseconds and little more. */
  onReference?(comparing: { failures: number; atMost: number }): void;
};

export type ReferenceServer = { base_url: string; driver_url: string; close(): Promise<void> };

const SIDE_BY_SIDE = 8;

/** Grades a target on the suite. Whatever the target does, there is a report; only a bad suite or option is refused. */
export async function certify(target: Target | TargetFlags, options: CertifyOptions = {}): Promise<Report> {
  return certifyWith(openSuite(options.scenarios), target, options);
}

/** The suite, read and checked once, for several runs. What comes with the package is checked where it is run. */
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

/** Milliseconds for comparing failures with the reference: those that it does not reach have none. */
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
