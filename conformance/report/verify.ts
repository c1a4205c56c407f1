import type { Evidence, Observation } from '../run/evidence.ts';
import { isOn, isProvenOff } from '../run/feature-facts.ts';
import type { Facts } from '../run/frame.ts';
import { played, TapeMismatch } from '../run/recording.ts';
import { runInstance } from '../run/run-instance.ts';
import { instancesOf } from '../scenario/compile-instance.ts';
import type { Instance } from '../scenario/scenario.ts';
import type { Suite, SuiteContext } from '../scenario/suite.ts';
import { type DriverName, FEATURES, type Feature } from '../target/target.ts';
import type { Baseline } from './baseline.ts';
import { concludeReport } from './build-report.ts';
import type { InstanceReport, Report } from './report.ts';

export type Verification = {
  /** The report as it follows from what was recorded. */
  report: Report;
  /** What the report claims and what follows, where they differ. */
  differences: string[];
};

/** Works every verdict out again from the recorded exchanges, without a server. */
export async function verifyReport(claimed: Report, suite: Suite, context: SuiteContext): Promise<Verification> {
  const differences: string[] = [];
  if (claimed.suite.digest !== suite.digest)
    differences.push(`the report is of the suite ${claimed.suite.digest}, and this is ${suite.digest}`);
  const instances = instancesIn(claimed, suite, context);
  if (suite.shapes.areWanted()) await suite.shapes.prepare();
  const evidence: Evidence[] = claimed.evidence.filter((one) => !hasTape(one.instance, claimed));
  const observations: Observation[] = [];
  for (const ran of claimed.instances) {
    if (ran.tape.length === 0) continue;
    const again = await runAgain(ran, instances, claimed, suite);
    if (typeof again === 'string') differences.push(`${ran.id}: ${again}`);
    else {
      for (const one of again.evidence) evidence.push(one);
      for (const one of again.observations) observations.push(one);
    }
  }
  const report = concludeReport({
    registry: suite.registry,
    covered: claimed.rules.map(({ id }) => id),
    provenOff: isProvenOff(claimed.features),
    baseline: knownIn(claimed),
    base: { ...claimed, evidence, observations },
  });
  return { report, differences: [...differences, ...verdictsThatDiffer(claimed, report)] };
}

function hasTape(instance: string, { instances }: Report): boolean {
  return instances.some(({ id, tape }) => id === instance && tape.length > 0);
}

/** Those of the scenarios that were run: most of the time of reading a suite goes into compiling it. */
function instancesIn(claimed: Report, { scenarios }: Suite, context: SuiteContext): Map<string, Instance> {
  const ran = new Set(claimed.instances.map(({ scenario }) => scenario));
  const chosen = scenarios.filter(({ id }) => ran.has(id));
  const all = chosen.flatMap((scenario) =>
    (scenario.arms.length === 0 ? [null] : scenario.arms).flatMap((arm) => instancesOf(scenario, arm, context)),
  );
  return new Map(all.map((instance) => [instance.id, instance]));
}

async function runAgain(ran: InstanceReport, instances: ReadonlyMap<string, Instance>, claimed: Report, suite: Suite) {
  const instance = instances.get(ran.id.replace(/#\d+$/, ''));
  if (instance === undefined) return 'there is no such instance in this suite';
  try {
    const facts = factsOf(ran, claimed, suite);
    const ended = await runInstance({ ...instance, id: ran.id }, facts, played(ran.tape), {
      isStopped: () => null,
      erase: false,
    });
    const [message = 'it crashed'] = ended.detail?.split('\n') ?? [];
    return ended.outcome === 'crashed' && ran.outcome !== 'crashed' ? message : ended;
  } catch (error) {
    if (error instanceof TapeMismatch) return error.message;
    throw error;
  }
}

function factsOf({ keys, tenant, median_job_time }: InstanceReport, claimed: Report, { shapes }: Suite): Facts {
  const secrets = Object.entries(keys).map(([role, environment]) => [role, { secret: `<${role}>`, environment }]);
  const unknown = { declared: 'auto', found: null } as const;
  const features = (Object.keys(FEATURES) as Feature[]).map((name) => [name, isOn(claimed.features[name] ?? unknown)]);
  return {
    target: claimed.target,
    features: Object.fromEntries(features),
    offered: claimed.drivers as DriverName[],
    keys: Object.fromEntries(secrets),
    tenant: tenant === null ? null : { id: tenant },
    seed: claimed.options.seed,
    nonce: claimed.options.nonce,
    medianJobTime: median_job_time,
    kit: { shape: shapes.check },
  };
}

function verdictsThatDiffer(claimed: Report, found: Report): string[] {
  const verdicts = new Map(found.rules.map(({ id, verdict }) => [id, verdict]));
  const rules = claimed.rules.flatMap(({ id, verdict }) =>
    verdicts.get(id) === verdict ? [] : [`${id} is said to be ${verdict}, and is ${verdicts.get(id) ?? 'not there'}`],
  );
  const told = new Set(claimed.rules.map(({ id }) => id));
  const left = found.rules.flatMap(({ id, verdict }) => (told.has(id) ? [] : [`${id} is left out, and is ${verdict}`]));
  // What is stale lies in the baseline, which a report does not hold.
  const isStale = claimed.stale.length > 0 && found.conclusion !== 'error';
  const conclusion = isStale ? 'non-conformant' : found.conclusion;
  const whole =
    claimed.conclusion === conclusion ? [] : [`the run is said to be ${claimed.conclusion}, and is ${conclusion}`];
  return [...rules, ...left, ...whole];
}

/** The failures that the report calls known: that they are is for whoever keeps the baseline to say. */
function knownIn({ rules }: Report): Baseline {
  const place = { file: 'report', line: 1, column: 1 };
  return rules.flatMap(({ id, known }) => (known ? [{ rule: id, because: '', until: null, idle: null, place }] : []));
}
