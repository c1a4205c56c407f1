import type { Secret } from '../effects/secrets/secret-index.ts';
import type { Evidence } from '../judge/evidence.ts';
import { featureEvidence } from '../judge/feature-evidence.ts';
import { brokenIn } from '../judge/verdicts.ts';
import type { FoundFeatures } from '../plan/features.ts';
import type { CheckedScenarios } from '../suite/scenario/load-suite.ts';
import type { Scenario } from '../suite/scenario/suite.ts';
import type { DriverName } from '../suite/vocabulary.ts';
import type { FoundPictures } from '../target/pictures/pictures.ts';
import type { Probe } from '../target/probe.ts';
import type { Target } from '../target/target.ts';
import { type InstanceRun, scenarioNotPlayed } from './instance-run.ts';
import { openSession } from './open-session.ts';
import { runScenarios, type WithoutWaits } from './run-scenarios.ts';
import type { RunOptions, Session } from './session.ts';

/** The results of a run, complete and without a verdict as a whole. */
export type SuiteRun = {
  /** The target as it was used, with the products that it accepts. */
  target: Target;
  scenarios: readonly Scenario[];
  features: FoundFeatures;
  offered: readonly DriverName[];
  /** The pictures that the target accepts. */
  pictures: FoundPictures;
  ran: readonly InstanceRun[];
  withoutWaits: WithoutWaits | null;
  /** The evidence of the feature probes and of the instances. */
  evidence: Evidence[];
  /** All secrets of the run, which must not be printed. */
  secrets: readonly Secret[];
  requests: number;
  started: number;
  took: number;
};

/** What is played after the scenarios, on the same target. `broken` contains the rules that they fail. */
export type Beside<Found> = (
  session: Session,
  broken: ReadonlySet<string>,
) => Promise<Found & { ran: readonly InstanceRun[] }>;

export async function runSuite<Found>(
  { suite, context, scenarios }: CheckedScenarios,
  given: Target,
  options: RunOptions,
  playBeside: Beside<Found>,
): Promise<SuiteRun & { beside: Found | null }> {
  const started = Date.now();
  const { session, found, features, pictures, close } = await openSession({ suite, context }, given, options);
  try {
    const { target, offered, secrets, allowance } = session;
    const { ran, withoutWaits } = found.reachable
      ? await runScenarios(session, scenarios)
      : { ran: scenarios.map(unreachable(found)), withoutWaits: null };
    const own = found.reachable ? askedFor(featureEvidence(features, found.differs), session, scenarios) : [];
    const broken = new Set(brokenIn([...own, ...ran.flatMap((one) => one.evidence)], session));
    const beside = found.reachable ? await playBeside(session, broken) : null;
    const all = [...ran, ...(beside?.ran ?? [])];
    const evidence = [...own, ...all.flatMap((one) => one.evidence)];
    const requests = allowance.requests();
    const shown = { target, scenarios, features, offered, pictures, ran: all, withoutWaits, evidence, secrets };
    return { ...shown, beside, requests, started, took: Date.now() - started };
  } finally {
    await close();
  }
}

function unreachable({ detail }: Probe): (scenario: Scenario) => InstanceRun {
  return (scenario) => scenarioNotPlayed(scenario, 'unreachable', detail ?? 'no answer');
}

/** Returns the evidence for rules of the run. */
function askedFor(
  evidence: readonly Evidence[],
  { suite, options }: Session,
  scenarios: readonly Scenario[],
): Evidence[] {
  const covered = new Set(scenarios.flatMap(({ covers }) => covers.map(({ rule }) => rule)));
  const isWhole = options.only.length === 0;
  return evidence.filter(({ rule }) => suite.registry.has(rule) && (isWhole || covered.has(rule)));
}
