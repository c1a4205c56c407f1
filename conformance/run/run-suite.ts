import { createAllowance } from '../effects/allowance.ts';
import { createHangs } from '../effects/hangs.ts';
import { createHttpClient } from '../effects/http/http-client.ts';
import { createPaces, paced, wallClock } from '../effects/http/pace.ts';
import { receiverSource } from '../effects/receiver/receiver-source.ts';
import { createRoom } from '../effects/room.ts';
import type { Secret } from '../effects/secrets/secret-index.ts';
import type { Evidence } from '../judge/evidence.ts';
import { featureEvidence } from '../judge/feature-evidence.ts';
import { type FoundFeatures, featuresOn, foundFeatures } from '../plan/features.ts';
import type { CheckedScenarios } from '../suite/scenario/check-scenarios.ts';
import type { Scenario } from '../suite/scenario/suite.ts';
import type { DriverName } from '../suite/vocabulary.ts';
import { type FoundPictures, picturesOf } from '../target/pictures/pictures.ts';
import type { Probe } from '../target/probe.ts';
import { secretsOf, type Target } from '../target/target.ts';
import { discover } from './discover.ts';
import { type InstanceRun, scenarioNotPlayed } from './instance-run.ts';
import { runScenarios } from './run-scenarios.ts';
import type { RunOptions, Session } from './session.ts';

/** All that came of a run. It says everything and judges nothing as a whole. */
export type SuiteRun = {
  /** As it was run: with what was found to try on. */
  target: Target;
  scenarios: readonly Scenario[];
  features: FoundFeatures;
  offered: readonly DriverName[];
  /** Which pictures the target was found to take. */
  pictures: FoundPictures;
  ran: readonly InstanceRun[];
  /** What asking for the features showed, and what the instances did. */
  evidence: Evidence[];
  /** All that came up in the run and nobody is to see. */
  secrets: readonly Secret[];
  requests: number;
  started: number;
  took: number;
};

/** Runs scenarios on a target. */
export async function runSuite(
  { suite, context, scenarios }: CheckedScenarios,
  given: Target,
  options: RunOptions,
): Promise<SuiteRun> {
  const started = Date.now();
  const allowance = createAllowance(given.budget, options.signal);
  const client = createHttpClient({ base_url: given.base_url, connection: given.connection });
  const paceOf = createPaces(given.connection.rate, wallClock(options.signal));
  options.signal.addEventListener('abort', client.interrupt, { once: true });
  const secrets: Secret[] = secretsOf(given);
  const receivers = receiverSource(receiverOf(given), given.keys.primary?.environment ?? null);
  try {
    const asking = paced(client, paceOf());
    const discovered = await discover(given, asking, allowance, secrets, probesOf(suite));
    const { drivers, offered, found, pictures, clockAhead } = discovered;
    const target = found.products === null ? given : withProducts(given, found.products);
    const features = foundFeatures(target, found);
    const session: Session = {
      suite,
      context,
      target,
      options,
      allowance,
      client,
      paceOf,
      drivers,
      clockAhead,
      receivers,
      offered,
      secrets,
      hangs: createHangs(given.timeouts.answer),
      room: createRoom(),
      refusal: found.refusal ?? null,
      features: featuresOn(features),
      pictures: await picturesOf(pictures, target.data['face']),
      jobTimes: [],
    };
    const ran = found.reachable ? await runScenarios(session, scenarios) : scenarios.map(unreachable(found));
    const own = found.reachable ? askedFor(featureEvidence(features, found.differs), session, scenarios) : [];
    const evidence = [...own, ...ran.flatMap((one) => one.evidence)];
    const requests = allowance.requests();
    const shown = { target, scenarios, features, offered, pictures, ran, evidence, secrets };
    return { ...shown, requests, started, took: Date.now() - started };
  } finally {
    options.signal.removeEventListener('abort', client.interrupt);
    await receivers.close();
    await client.close();
  }
}

function probesOf({ own }: CheckedScenarios['suite']): Record<string, string> {
  const features = own.flatMap((suite) => Object.entries(suite.features));
  return Object.fromEntries(features.flatMap(([name, { probe }]) => (probe === null ? [] : [[name, probe]])));
}

/** An address at which nothing is to come needs no secret. */
function receiverOf({ drivers, features }: Target): Target['drivers']['receiver'] {
  const { receiver } = drivers;
  return receiver !== null && features.webhooks === 'off' ? { ...receiver, secret: receiver.secret ?? '' } : receiver;
}

function withProducts(target: Target, products: readonly unknown[]): Target {
  return { ...target, data: { ...target.data, products } };
}

function unreachable({ detail }: Probe): (scenario: Scenario) => InstanceRun {
  return (scenario) => scenarioNotPlayed(scenario, 'unreachable', detail ?? 'no answer');
}

/** Evidence of rules that the run is about. */
function askedFor(
  evidence: readonly Evidence[],
  { suite, options }: Session,
  scenarios: readonly Scenario[],
): Evidence[] {
  const covered = new Set(scenarios.flatMap(({ covers }) => covers.map(({ rule }) => rule)));
  const isWhole = options.only.length === 0;
  return evidence.filter(({ rule }) => suite.registry.has(rule) && (isWhole || covered.has(rule)));
}
