import { chooseScenarios } from '../plan/choose.ts';
import { readShard } from '../plan/shard.ts';
import { sessionsIn } from '../sessions/compile-session.ts';
import { instancesOf } from '../suite/scenario/compile-instance.ts';
import type { Scenario, Suite, SuiteContext } from '../suite/scenario/suite.ts';
import { grouped } from './grouped.ts';
import { baseOf } from './instance-report.ts';
import type { InstanceReport, Report } from './report.ts';

/** The scenarios that a report is about, as its options choose them. */
export function scenariosOf({ options: { only, groups = [], shard } }: Report, suite: Suite): Scenario[] {
  return chooseScenarios(suite, { only, groups, shard: shard === null ? null : readShard(shard) });
}

/**
 * The instances that are missing from a report, or too many. A report must list every instance of each chosen scenario, run
 * or not, so that no evidence can be left out.
 */
export function strayInstances(report: Report, suite: Suite, context: SuiteContext): string[] {
  const chosen = scenariosOf(report, suite);
  const sessions = sessionsIn(report.sessions?.texts ?? [], { suite, context }).map(({ id }) => id);
  const known = new Set([...chosen.map(({ id }) => id), ...sessions]);
  const ran = grouped(report.instances, ({ scenario }) => scenario);
  const strange = [...ran.keys()].filter((id) => !known.has(id));
  return [
    ...strange.map((id) => `${id} is in the report, and its options choose no such scenario`),
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

/** Whether a scenario was not run at all: its entry has the id of the scenario alone. */
function isPassedOver({ id }: Scenario, ran: readonly InstanceReport[]): boolean {
  const [only] = ran;
  return ran.length === 1 && only?.id === id && only.outcome === 'untested' && only.tape.length === 0;
}

function timesOf(id: string, repeat: number): string[] {
  return Array.from({ length: repeat }, (_, round) => (round === 0 ? id : `${id}#${round + 1}`));
}
