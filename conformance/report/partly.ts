import { counted } from '../../shared/counted.ts';
import type { Evidence } from '../judge/evidence.ts';
import type { Reason } from '../suite/reasons.ts';
import { grouped } from './grouped.ts';
import type { InstanceReport, RuleReport } from './report.ts';

/** A scenario of the run, and a rule that it covers; null if the scenario is not known. */
export type Covered = { rule: string; scenario: string | null };

type Partly = NonNullable<RuleReport['partly']>;

/** Something that did not occur or does not apply is not missing: no setting would change it. */
const NO_LACK: readonly Reason[] = ['condition', 'no-occasion', 'feature-off', 'unseen'];

/**
 * By rule, the covering scenarios that were tried only in part. Set-ups that check the rule incidentally do not count.
 */
export function partlyTested(
  covered: readonly Covered[],
  evidence: readonly Evidence[],
  instances: readonly Pick<InstanceReport, 'id' | 'scenario'>[],
): Map<string, Partly> {
  const scenarioOf = new Map(instances.map(({ id, scenario }) => [id, scenario]));
  const byPair = grouped(evidence, ({ rule, instance }) => pairOf(rule, scenarioOf.get(instance) ?? instance));
  const found = new Map<string, Partly>();
  for (const [rule, own] of grouped(covered, (one) => one.rule)) {
    const scenarios = [...new Set(own.flatMap(({ scenario }) => scenario ?? []))];
    const lacking = scenarios.flatMap((scenario) => lackIn(scenario, byPair.get(pairOf(rule, scenario)) ?? []));
    if (lacking.length > 0)
      found.set(rule, { whole: scenarios.length - lacking.length, of: scenarios.length, lacking });
  }
  return found;
}

function pairOf(rule: string, scenario: string): string {
  return `${rule}\0${scenario}`;
}

/** What a scenario lacks; empty if all of it was tried. */
function lackIn(scenario: string, evidence: readonly Evidence[]): Partly['lacking'] {
  const reasons = evidence.flatMap((one) => reasonOf(one) ?? []);
  const [most] = [...grouped(reasons, (reason) => reason)].sort(([, a], [, b]) => b.length - a.length);
  if (most === undefined) return [];
  const isTried = evidence.some(({ outcome, partial }) => outcome === 'violated' || (outcome === 'held' && !partial));
  return [{ scenario, reason: most[0], in_part: isTried }];
}

/** Why evidence is incomplete. Partial evidence covers only a part of the time. */
function reasonOf({ outcome, partial, reason }: Evidence): Reason | null {
  if (outcome === 'held' && partial) return 'needs-clock';
  return reason === null || NO_LACK.includes(reason) ? null : reason;
}

const SHOWN: readonly RuleReport['verdict'][] = ['pass', 'warn', 'fail'];

/** `2 of 3 scenarios; not tried: jobs/stages needs-driver`; null if the rule was tested completely or not at all. */
export function partlyText({ verdict, partly }: RuleReport): string | null {
  if (partly === undefined || !SHOWN.includes(verdict)) return null;
  const { whole, of, lacking } = partly;
  const listed = (inPart: boolean) =>
    lacking
      .flatMap(({ scenario, reason, in_part }) => (in_part === inPart ? [`${scenario} ${reason}`] : []))
      .join(', ');
  const parts = whole > 0 ? [`${whole} of ${counted(of, 'scenario')}`] : [];
  if (whole === 0 && listed(true) === '') parts.push('checked in passing, by scenarios of other rules');
  if (listed(false) !== '') parts.push(`not tried: ${listed(false)}`);
  if (listed(true) !== '') parts.push(`tried in part: ${listed(true)}`);
  return parts.join('; ');
}
