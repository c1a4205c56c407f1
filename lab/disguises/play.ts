import { certifyWith } from '../../conformance/certify.ts';
import { shuffled } from '../../conformance/plan/schedule.ts';
import { seededDraws } from '../../conformance/plan/seeded-draws.ts';
import type { Report } from '../../conformance/report/report.ts';
import { hasFired } from '../../conformance/run/catalogue.ts';
import type { Loaded } from '../../conformance/suite/scenario/load-suite.ts';
import { targetFromFlags } from '../../conformance/target/target-from-flags.ts';
import { smallestFailing } from '../proof/smallest.ts';
import { started } from '../proof/started.ts';
import { kindsNamed } from './composition.ts';
import { settingsOf } from './kinds.ts';
import { startDisguise } from './proxy.ts';

/** A run of the suite on the emulator in a disguise. `only`: rules or scenarios; `deviation`: what the emulator breaks. */
export type Task = {
  kinds: readonly string[];
  seed: string;
  sessions: number;
  only: readonly string[];
  /** Only so many scenarios, drawn by the seed; null for all. */
  scenarios: number | null;
  deviation: string | null;
  /** What other runs found, whose kinds are tried first. */
  before?: readonly Finding[];
};

/** A rule that did not pass, and why. */
export type Finding = {
  rule: string;
  verdict: string;
  why: string;
  /** Where it failed; null if it was not tested. */
  scenario: string | null;
  /** The kinds that are sufficient for it, as far as they were searched. */
  enough?: string[];
};
export type Played = { findings: Finding[]; errors: string[]; hasFired: boolean; seconds: number };

export const BLAME = ['fail', 'warn', 'error'];
/** The most findings of a run whose kinds are searched. */
const MOST_REDUCED = 6;

export async function play(loaded: Loaded, task: Task): Promise<Played> {
  const played = await playOnce(loaded, { ...task, only: onlyFor(loaded, task) });
  if (task.deviation !== null) return played;
  const blamed = played.findings.filter(({ verdict, scenario }) => BLAME.includes(verdict) && scenario !== null);
  for (const finding of blamed.slice(0, MOST_REDUCED)) finding.enough = await enoughFor(loaded, task, finding);
  return played;
}

function onlyFor({ suite }: Loaded, { only, scenarios, seed }: Task): readonly string[] {
  if (scenarios === null) return only;
  return shuffled(suite.scenarios, seededDraws(seed))
    .slice(0, scenarios)
    .map(({ id }) => id);
}

/** Few of the kinds with which the rule is still blamed, by its scenario alone; none if it is not blamed again. */
async function enoughFor(loaded: Loaded, task: Task, { rule, scenario }: Finding): Promise<string[]> {
  // Sessions cannot be selected, so they are played after the scenarios for the rule.
  const isSession = scenario?.startsWith('sessions/') === true;
  const again = isSession ? { only: [rule] } : { only: [scenario ?? rule], sessions: 0 };
  const fails = async (kinds: readonly string[]) => {
    const { findings } = await playOnce(loaded, { ...task, ...again, kinds });
    return findings.some((one) => one.rule === rule && BLAME.includes(one.verdict));
  };
  for (const { enough = [] } of task.before?.filter((one) => one.rule === rule) ?? [])
    if (enough.length > 0 && enough.every((kind) => task.kinds.includes(kind)) && (await fails(enough))) return enough;
  return (await fails(task.kinds)) ? smallestFailing(task.kinds, fails) : [];
}

async function playOnce(loaded: Loaded, { kinds, seed, sessions, only, deviation }: Task): Promise<Played> {
  const settings = settingsOf(kindsNamed(kinds));
  if (settings === null) throw new Error(`these kinds cannot be combined: ${kinds.join(', ')}`);
  const began = performance.now();
  const inner = await started({ deviate: deviation === null ? [] : [deviation] });
  const server = await startDisguise(inner, settings, seed);
  try {
    const target = targetFromFlags({ base_url: server.base_url, drivers: { url: server.driver_url } });
    const report = await certifyWith(loaded, target, { seed, sessions, only });
    return {
      findings: findingsOf(report),
      errors: report.errors.map(({ message }) => message),
      hasFired: deviation !== null && (await hasFired(inner, [deviation])),
      seconds: (performance.now() - began) / 1_000,
    };
  } finally {
    await server.close();
  }
}

const LONGEST_WHY = 600;

function findingsOf({ rules, failures }: Report): Finding[] {
  return rules
    .filter(({ verdict }) => verdict !== 'pass')
    .map(({ id, verdict, reason, hint }) => {
      const failure = failures.find(({ rule }) => rule === id);
      const shown =
        failure === undefined ? hint : `${failure.instance} ${failure.step} ${JSON.stringify(failure.mismatches)}`;
      const why = [reason, shown].filter((part) => part !== null).join(': ');
      return { rule: id, verdict, why: why.slice(0, LONGEST_WHY), scenario: failure?.scenario ?? null };
    });
}
