import { isEqual } from '../../shared/expression/equal.ts';
import { EXIT_CODES } from '../judge/verdicts.ts';
import type { Suite, SuiteContext } from '../suite/scenario/suite.ts';
import type { Baseline } from './baseline.ts';
import { concludeReport, coveredIn, errorsOf } from './build-report.ts';
import { offIn } from './facts-of-run.ts';
import { replay } from './replay.ts';
import type { Report } from './report.ts';
import { scenariosOf, strayInstances } from './stray-instances.ts';

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

/** The report is of another suite, which explains every other difference. */
function foreign({ suite: { digest } }: Report, suite: Suite): string {
  return `the report is of the suite ${digest}, and this is ${suite.digest}: name its scenarios, or use the version of this tool that made it`;
}

function verdictsThatDiffer(claimed: Report, recomputed: Report): string[] {
  const verdicts = new Map(recomputed.rules.map(({ id, verdict }) => [id, verdict]));
  const rules = claimed.rules.flatMap(({ id, verdict }) =>
    verdicts.get(id) === verdict ? [] : [`${id} is said to be ${verdict}, and is ${verdicts.get(id) ?? 'not there'}`],
  );
  const listed = new Set(claimed.rules.map(({ id }) => id));
  const left = recomputed.rules.flatMap(({ id, verdict }) =>
    listed.has(id) ? [] : [`${id} is left out, and is ${verdict}`],
  );
  // Stale entries depend on the baseline, which is no part of a report.
  const isStale = claimed.stale.length > 0 && recomputed.conclusion !== 'error';
  const conclusion = isStale ? 'non-conformant' : recomputed.conclusion;
  const whole =
    claimed.conclusion === conclusion ? [] : [`the run is said to be ${claimed.conclusion}, and is ${conclusion}`];
  return [...rules, ...left, ...whole];
}

/** The differences beside the verdicts, for a report whose verdicts follow. */
function detailsThatDiffer(claimed: Report, recomputed: Report): string[] {
  const [own, other] = [detailsOf(claimed), detailsOf(recomputed)];
  const names = Object.keys(own) as (keyof typeof own)[];
  const differing = names.filter((name) => !isEqual(own[name], other[name]));
  const exitCode = EXIT_CODES[claimed.conclusion];
  return [
    ...differing.map((name) => `the verdicts follow, and what stands under ${name} does not`),
    ...(claimed.exit_code === exitCode ? [] : [`exit_code is said to be ${claimed.exit_code}, and is ${exitCode}`]),
  ];
}

/** The parts to compare, without texts, which a later version may word differently. */
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

/** The failures that the report calls known, as a baseline: the original one is no part of the report. */
function knownIn({ rules }: Report): Baseline {
  const place = { file: 'report', line: 1, column: 1 };
  const shared = { because: '', until: null, idle: null, place };
  return rules.flatMap(({ id, known, verdict }) =>
    known ? [{ ...shared, rule: id, ...(verdict !== 'fail' && { untested: 'rule' as const }) }] : [],
  );
}
