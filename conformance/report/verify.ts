import { isEqual } from '../../shared/expression/equal.ts';
import { EXIT_CODES } from '../judge/verdicts.ts';
import { chooseScenarios } from '../plan/choose.ts';
import { readShard } from '../plan/shard.ts';
import { sessionsIn } from '../sessions/compile-session.ts';
import { instancesOf } from '../suite/scenario/compile-instance.ts';
import type { Scenario, Suite, SuiteContext } from '../suite/scenario/suite.ts';
import type { Baseline } from './baseline.ts';
import { concludeReport, coveredIn, errorsOf } from './build-report.ts';
import { offIn } from './facts-of-run.ts';
import { grouped } from './grouped.ts';
import { baseOf } from './instance-report.ts';
import { replay } from './replay.ts';
import type { InstanceReport, Report } from './report.ts';

export type Verification = {
  /** The report that follows from the records. */
  report: Report;
  /** The differences between the report and what follows from its records. */
  differences: string[];
};

/** Recomputes every verdict from the recorded exchanges, without a server. */
export async function verifyReport(claimed: Report, suite: Suite, context: SuiteContext): Promise<Verification> {
  const isForeign = claimed.suite.digest !== suite.digest;
  const { evidence, observations, differences } = await replay(claimed, suite, context);
  const report = concludeReport({
    registry: suite.registry,
    covered: isForeign
      ? claimed.rules.map(({ id }) => ({ rule: id, scenario: null }))
      : coveredIn(scenariosOf(claimed, suite)),
    off: offIn(claimed),
    baseline: knownIn(claimed),
    base: { ...claimed, evidence, observations, errors: errorsOf(claimed.instances) },
  });
  const differing = [
    ...(isForeign ? [foreign(claimed, suite)] : strayInstances(claimed, suite, context)),
    ...differences,
    ...verdictsThatDiffer(claimed, report),
  ];
  return { report, differences: differing.length > 0 ? differing : detailsThatDiffer(claimed, report) };
}

/** The message that the report is of another suite, which explains every other difference. */
function foreign({ suite: { digest } }: Report, suite: Suite): string {
  return `the report is of the suite ${digest}, and this is ${suite.digest}: name its scenarios, or use the version of this tool that made it`;
}

function verdictsThatDiffer(claimed: Report, recomputed: Report): string[] {
  const verdicts = new Map(recomputed.rules.map(({ id, verdict }) => [id, verdict]));
  const rules = claimed.rules.flatMap(({ id, verdict }) =>
    verdicts.get(id) === verdict
      ? []
      : [`the report gives ${id} as ${verdict}, but it is ${verdicts.get(id) ?? 'not there'}`],
  );
  const listed = new Set(claimed.rules.map(({ id }) => id));
  const left = recomputed.rules.flatMap(({ id, verdict }) =>
    listed.has(id) ? [] : [`the report omits ${id}, which is ${verdict}`],
  );
  // Stale entries depend on the baseline, which a report does not contain.
  const isStale = claimed.stale.length > 0 && recomputed.conclusion !== 'error';
  const conclusion = isStale ? 'non-conformant' : recomputed.conclusion;
  const whole =
    claimed.conclusion === conclusion
      ? []
      : [`the report gives the run as ${claimed.conclusion}, but it is ${conclusion}`];
  return [...rules, ...left, ...whole];
}

/** The differences apart from the verdicts, for a report whose verdicts follow. */
function detailsThatDiffer(claimed: Report, recomputed: Report): string[] {
  const [own, other] = [detailsOf(claimed), detailsOf(recomputed)];
  const names = Object.keys(own) as (keyof typeof own)[];
  const differing = names.filter((name) => !isEqual(own[name], other[name]));
  const exitCode = EXIT_CODES[claimed.conclusion];
  return [
    ...differing.map((name) => `the verdicts follow from the recording, but ${name} does not`),
    ...(claimed.exit_code === exitCode
      ? []
      : [`the report gives exit_code as ${claimed.exit_code}, but it is ${exitCode}`]),
  ];
}

/** The parts to compare, without texts, since a later version may word them differently. */
function detailsOf({ evidence, observations, rules, failures, groups, errors, certificate, contrary }: Report) {
  return {
    evidence: evidence.map(({ detail: _, place: _place, mismatches, ...bare }) => [bare, mismatches.length]),
    observations: JSON.parse(JSON.stringify(observations)),
    rules: rules.map(({ id, verdict, reason, counts, known, standing, declared_off }) => ({
      ...{ id, verdict, reason, counts, known, standing: standing ?? null },
      declared_off: declared_off ?? [],
    })),
    failures: failures.map(({ rule, instance, step, exchanges }) => ({ rule, instance, step, exchanges })),
    groups,
    certificate: certificate && { ...certificate, text: null },
    contrary: contrary ?? [],
    errors: errors.map(({ instance }) => instance),
  };
}

/** The failures that the report marks as known, as a baseline: a report does not contain the original one. */
function knownIn({ rules }: Report): Baseline {
  const place = { file: 'report', line: 1, column: 1 };
  const shared = { because: '', until: null, idle: null, place };
  return rules.flatMap(({ id, known, verdict }) =>
    known ? [{ ...shared, rule: id, ...(verdict !== 'fail' && { untested: 'rule' as const }) }] : [],
  );
}

export function scenariosOf({ options: { only, groups = [], shard } }: Report, suite: Suite): Scenario[] {
  return chooseScenarios(suite, { only, groups, shard: shard === null ? null : readShard(shard) });
}

/**
 * The instances that are missing from a report, or that should not be in it. A report must list every instance of each
 * chosen scenario, run or not, so that no evidence can be left out.
 */
export function strayInstances(report: Report, suite: Suite, context: SuiteContext): string[] {
  const chosen = scenariosOf(report, suite);
  const sessions = sessionsIn(report.sessions?.texts ?? [], { suite, context }).map(({ id }) => id);
  const known = new Set([...chosen.map(({ id }) => id), ...sessions]);
  const ran = grouped(report.instances, ({ scenario }) => scenario);
  const strange = [...ran.keys()].filter((id) => !known.has(id));
  return [
    ...strange.map((id) => `${id} is in the report, but its options do not select this scenario`),
    ...sessions
      .filter((id) => ran.get(id)?.length !== 1)
      .map((id) => `${id} is a session of the report, and not one instance of it is there`),
    ...chosen.flatMap((one) => strayIn(one, ran.get(one.id) ?? [], report.options.repeat, context)),
  ];
}

function strayIn(scenario: Scenario, ran: readonly InstanceReport[], repeat: number, context: SuiteContext): string[] {
  if (isPassedOver(scenario, ran)) return [];
  const ids = ran.map(({ id }) => id);
  const arms = (scenario.arms.length === 0 ? [null] : scenario.arms).map((arm) =>
    instancesOf(scenario, arm, context).flatMap(({ id }) => timesOf(id, repeat)),
  );
  const expected = arms.find((arm) => arm.some((id) => baseOf(id) === baseOf(ids[0] ?? ''))) ?? [];
  if (ids.length === 0) return arms.some((arm) => arm.length === 0) ? [] : [`${scenario.id} is not in the report`];
  return [
    ...expected.filter((id) => !ids.includes(id)).map((id) => `${id} is not in the report`),
    ...ids
      .filter((id, index) => !expected.includes(id) || ids.indexOf(id) !== index)
      .map((id) => `${id} is in the report, and should not be`),
  ];
}

/** Whether a scenario was not run at all: its only entry has the id of the scenario. */
function isPassedOver({ id }: Scenario, ran: readonly InstanceReport[]): boolean {
  const [only] = ran;
  return ran.length === 1 && only?.id === id && only.outcome === 'untested' && only.tape.length === 0;
}

function timesOf(id: string, repeat: number): string[] {
  return Array.from({ length: repeat }, (_, round) => (round === 0 ? id : `${id}#${round + 1}`));
}
