import { played } from '../effects/played.ts';
import type { Evidence, Observation } from '../judge/evidence.ts';
import { judgeTrace } from '../judge/judge-trace.ts';
import type { Facts } from '../plan/facts.ts';
import { featuresOn } from '../plan/features.ts';
import { playInstance } from '../play/play-instance.ts';
import { sessionsIn } from '../sessions/compile-session.ts';
import { instancesOf } from '../suite/scenario/compile-instance.ts';
import type { Instance } from '../suite/scenario/scenario.ts';
import type { Suite, SuiteContext } from '../suite/scenario/suite.ts';
import type { DriverName } from '../suite/vocabulary.ts';
import { AS_THEY_ARE, picturesOf } from '../target/pictures/pictures.ts';
import { factsOfRun } from './facts-of-run.ts';
import { grouped } from './grouped.ts';
import { baseOf, digestOfTape } from './instance-report.ts';
import type { InstanceReport, Report } from './report.ts';

/**
 * The results that the instances of a report have again with their tapes, and where a tape does not match its instance.
 */
export type Replayed = { evidence: Evidence[]; observations: Observation[]; differences: string[] };

/** Runs every instance with exchanges again. An instance that never started has no evidence, and is taken unchanged. */
export async function replay(claimed: Report, suite: Suite, context: SuiteContext): Promise<Replayed> {
  const instances = instancesIn(claimed, suite, context);
  await suite.shapes.prepare();
  const shown = new Set(
    claimed.evidence.flatMap(({ instance, outcome }) => (outcome === 'untested' ? [] : [instance])),
  );
  const cut = cutIn(claimed);
  const recorded = claimed.instances.filter(({ id, tape }) => !cut.has(id) && (tape.length > 0 || shown.has(id)));
  const seen = new Set(recorded.map(({ id }) => id));
  const observations = claimed.observations.filter(({ instance }) => cut.has(instance));
  const found: Replayed = { evidence: [], observations, differences: [] };
  for (const ran of recorded) {
    const instance = instances.get(baseOf(ran.id));
    const again = instance === undefined ? UNKNOWN : await runAgain(ran, instance, claimed, suite);
    for (const one of again.evidence) found.evidence.push(one);
    for (const one of again.observations) found.observations.push(one);
    if (again.difference !== null) found.differences.push(`${ran.id}: ${again.difference}`);
  }
  const standing = claimed.evidence.filter(
    (one) => cut.has(one.instance) || (!seen.has(one.instance) && isTakenAsItStands(one)),
  );
  return {
    ...found,
    evidence: inOrder([...standing, ...found.evidence], claimed.evidence),
    observations: inOrder(found.observations, claimed.observations),
  };
}

/** The instances with an incomplete tape: their results are taken unchanged. */
export function cutIn({ instances }: Pick<Report, 'instances'>): Set<string> {
  return new Set(instances.flatMap(({ id, cut }) => (cut ? [id] : [])));
}

/** Keeps the order of the report, since it decides which reason and which card come first. */
function inOrder<Of extends { instance: string }>(again: readonly Of[], claimed: readonly Of[]): Of[] {
  const found = grouped(again, ({ instance }) => instance);
  const order = new Set([...claimed.map(({ instance }) => instance), ...found.keys()]);
  return [...order].flatMap((instance) => found.get(instance) ?? []);
}

/** No tape has the features that the probe found. */
function isTakenAsItStands({ instance, outcome }: Evidence): boolean {
  return outcome === 'untested' || instance === 'features';
}

/** The instances of the scenarios that were run: compiling is most of the work of reading a suite. */
function instancesIn(claimed: Report, { scenarios, ...suite }: Suite, context: SuiteContext): Map<string, Instance> {
  const ran = new Set(claimed.instances.map(({ scenario }) => scenario));
  const chosen = scenarios.filter(({ id }) => ran.has(id));
  const all = chosen.flatMap((scenario) =>
    (scenario.arms.length === 0 ? [null] : scenario.arms).flatMap((arm) => instancesOf(scenario, arm, context)),
  );
  const sessions = sessionsIn(claimed.sessions?.texts ?? [], { suite: { scenarios, ...suite }, context });
  return new Map([...all, ...sessions].map((instance) => [instance.id, instance]));
}

type Again = Pick<Replayed, 'evidence' | 'observations'> & { difference: string | null };

const UNKNOWN: Again = { evidence: [], observations: [], difference: 'this suite has no such instance' };

async function runAgain(ran: InstanceReport, instance: Instance, claimed: Report, suite: Suite): Promise<Again> {
  const facts = await factsOf(ran, claimed, suite);
  const effects = played(ran.tape, facts.keys);
  // Without an account of its own, the run ended with a cleanup, unless it was disabled: then the tape ends before
  // that.
  const goesWhole = ran.account?.goes_whole ?? false;
  const options = { isStopped: () => null, erase: ran.tenant === null, goesWhole };
  const trace = await playInstance({ ...instance, id: ran.id }, facts, effects, options);
  const { evidence, observations, ...ended } = judgeTrace(trace);
  return { evidence, observations, difference: differenceOf(ran, ended, effects.position()) };
}

type Ended = { outcome: string; reason: string | null; detail: string | null };

function differenceOf(ran: InstanceReport, ended: Ended, played: number): string | null {
  if (ended.outcome === 'crashed' && ran.outcome !== 'crashed') return ended.detail?.split('\n')[0] ?? 'it crashed';
  if (ended.outcome !== ran.outcome || ended.reason !== ran.reason)
    return `the report gives it as ${wordsOf(ran)}, but it is ${wordsOf(ended)}`;
  if (ran.digest !== undefined && ran.digest !== digestOfTape(ran.tape))
    return 'its tape was changed after the run: it has another digest';
  const left = ran.tape[played];
  if (left === undefined || ran.outcome === 'crashed') return null;
  return `entry ${played} of the tape is ${left.kind}; nothing more was asked for`;
}

function wordsOf({ outcome, reason }: Pick<Ended, 'outcome' | 'reason'>): string {
  return reason === null ? outcome : `${outcome} (${reason})`;
}

async function factsOf(ran: InstanceReport, claimed: Report, suite: Suite): Promise<Facts> {
  const { scenario, keys, median_job_time } = ran;
  const { target, features, drivers, pictures = AS_THEY_ARE, nonce } = factsOfRun(claimed, scenario);
  // No recorded text contains the stand-in, just as none contains the key itself.
  const secrets = Object.entries(keys).map(([role, environment]) => [role, { secret: standInFor(role), environment }]);
  return {
    target,
    features: featuresOn(features),
    offered: drivers as DriverName[],
    keys: Object.fromEntries(secrets),
    tenant: accountOf(ran),
    seed: claimed.options.seed,
    nonce,
    medianJobTime: median_job_time,
    everyAnswer: suite.everyAnswer,
    pictures: await picturesOf(pictures, target.data['face']),
  };
}

function accountOf({ tenant, account }: InstanceReport): Facts['tenant'] {
  if (tenant === null) return null;
  const { has_own_units: hasOwnUnits = false, unsure = [], reads_back: readsBack = false } = account ?? {};
  return { id: tenant, hasOwnUnits, unsure, readsBack };
}

function standInFor(role: string): string {
  return `stands-in-for-${role}`;
}
