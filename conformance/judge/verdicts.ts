import { REASONS, type Reason } from '../suite/reasons.ts';
import { GROUPS, type Group, isGraded, type Registry, type Rule } from '../suite/rules/rule.ts';
import type { Evidence } from './evidence.ts';

export type Verdict = 'pass' | 'fail' | 'warn' | 'inconclusive' | 'not_applicable' | 'error';

/** What each says of one rule. */
export const VERDICTS: Readonly<Record<Verdict, string>> = {
  pass: 'it was tested with full evidence, and held each time',
  fail: 'it was violated; once is enough',
  warn: 'a rule of level should or derived was violated',
  inconclusive: 'it could not be tested here; the reason is told',
  not_applicable: 'the feature is off, and answers exactly as an unknown path does',
  error: 'a fault of the harness, and none of the server',
};

export type Conclusion = 'conformant' | 'non-conformant' | 'incomplete' | 'error';

/** How a run ends by each. */
export const EXIT_CODES = { conformant: 0, 'non-conformant': 1, incomplete: 3, error: 4 } as const satisfies Record<
  Conclusion,
  number
>;

export type RuleVerdict = {
  rule: Rule;
  verdict: Verdict;
  reason: Reason | null;
  hint: string | null;
  counts: { held: number; violated: number; untested: number };
};

export type VerdictInput = {
  registry: Registry;
  /** The rules that the chosen scenarios speak of, passed or not. */
  covered: ReadonlySet<string>;
  evidence: readonly Evidence[];
  /** Features that the target lacks, and was shown to lack. */
  provenOff: boolean;
  /** Rules whose only scenarios ended in a fault of the harness. */
  crashed: ReadonlySet<string>;
};

/** A verdict for every graded rule that the run was about, in the order of the registry. */
export function verdictsOf({ registry, covered, evidence, provenOff, crashed }: VerdictInput): RuleVerdict[] {
  const byRule = new Map<string, Evidence[]>();
  for (const one of evidence) {
    const list = byRule.get(one.rule);
    if (list === undefined) byRule.set(one.rule, [one]);
    else list.push(one);
  }
  return [...registry.values()]
    .filter((rule) => isGraded(rule) && (covered.has(rule.id) || isShown(byRule.get(rule.id))))
    .map((rule) => verdictOf(rule, byRule.get(rule.id) ?? [], provenOff, crashed.has(rule.id)));
}

/** A set-up that several scenarios use may check what is no matter of theirs: only what it saw counts. */
function isShown(evidence: readonly Evidence[] | undefined): boolean {
  return evidence?.some(({ outcome }) => outcome !== 'untested') ?? false;
}

/** Partial evidence may fail a rule, and never passes one. */
function verdictOf(rule: Rule, evidence: readonly Evidence[], provenOff: boolean, hasCrashed: boolean): RuleVerdict {
  const counts = { held: 0, violated: 0, untested: 0 };
  for (const { outcome } of evidence) counts[outcome] += 1;
  const of = (verdict: Verdict, reason: Reason | null = null): RuleVerdict => ({
    rule,
    verdict,
    reason,
    hint: reason === null ? null : hintOf(reason, evidence),
    counts,
  });
  if (counts.violated > 0) return of(rule.level === 'must' ? 'fail' : 'warn');
  if (evidence.some(({ outcome, partial }) => outcome === 'held' && !partial)) return of('pass');
  if (hasCrashed) return of('error');
  const untested = evidence.filter(({ outcome }) => outcome === 'untested');
  if (provenOff && untested.length > 0 && untested.every(({ reason }) => reason === 'feature-off'))
    return of('not_applicable');
  return of('inconclusive', reasonAmong(evidence));
}

/** What stands behind most of what could not be tested; what merely did not come up says least. */
function reasonAmong(evidence: readonly Evidence[]): Reason {
  const votes = new Map<Reason, number>();
  for (const { reason, partial, outcome } of evidence) {
    const told = outcome === 'held' && partial ? 'needs-clock' : reason;
    if (told !== null) votes.set(told, (votes.get(told) ?? 0) + 1);
  }
  const telling = [...votes].filter(([reason]) => reason !== 'condition' && reason !== 'feature-off');
  const [most] = (telling.length > 0 ? telling : [...votes]).sort((a, b) => b[1] - a[1]);
  return most?.[0] ?? 'condition';
}

function hintOf(reason: Reason, evidence: readonly Evidence[]): string {
  const detail = evidence.find((one) => one.reason === reason)?.detail ?? null;
  return detail === null || detail === reason ? REASONS[reason] : `${REASONS[reason]} (${detail})`;
}

export type GroupVerdict = {
  group: Group;
  must: { passed: number; total: number; failed: number; untested: number };
  warnings: number;
  not_applicable: number;
};

export function groupsOf(verdicts: readonly RuleVerdict[]): GroupVerdict[] {
  return GROUPS.flatMap((group) => {
    const own = verdicts.filter(({ rule }) => rule.group === group);
    if (own.length === 0) return [];
    const musts = own.filter(({ rule, verdict }) => rule.level === 'must' && verdict !== 'not_applicable');
    const count = (...kinds: Verdict[]) => musts.filter(({ verdict }) => kinds.includes(verdict)).length;
    const must = {
      passed: count('pass'),
      total: musts.length,
      failed: count('fail'),
      untested: count('inconclusive', 'error'),
    };
    const warnings = own.filter(({ verdict }) => verdict === 'warn').length;
    return [
      { group, must, warnings, not_applicable: own.filter(({ verdict }) => verdict === 'not_applicable').length },
    ];
  });
}

/** Zero checks are never green, and neither is a must that nobody could test, or a part that nobody ran. */
export function concludeFrom(
  verdicts: readonly RuleVerdict[],
  {
    known,
    stale,
    errors,
    draftCounts,
    isWhole,
  }: { known: ReadonlySet<string>; stale: number; errors: number; draftCounts: boolean; isWhole: boolean },
): Conclusion {
  const counted = verdicts.filter(({ rule }) => rule.level === 'must' && (draftCounts || rule.group !== 'hair-draft'));
  if (errors > 0) return 'error';
  if (stale > 0 || counted.some(({ rule, verdict }) => verdict === 'fail' && !known.has(rule.id)))
    return 'non-conformant';
  const isComplete = counted.every(({ verdict }) => verdict !== 'inconclusive' && verdict !== 'error');
  return isWhole && isComplete && counted.some(({ verdict }) => verdict === 'pass') ? 'conformant' : 'incomplete';
}

/** Answers that differ from one time to the next show nothing: they are told as flaky, and never pass. */
export function withoutFlaky(evidence: readonly Evidence[], baseOf: (instance: string) => string): Evidence[] {
  const keyOf = ({ rule, instance, step }: Evidence) => `${rule}\0${baseOf(instance)}\0${step}`;
  const seen = new Map<string, Map<string, Set<string>>>();
  for (const one of evidence) {
    const runs = seen.get(keyOf(one)) ?? new Map<string, Set<string>>();
    seen.set(keyOf(one), runs);
    runs.set(one.instance, (runs.get(one.instance) ?? new Set()).add(one.outcome));
  }
  const isFlaky = (one: Evidence) => {
    const runs = [...(seen.get(keyOf(one))?.values() ?? [])];
    const violated = runs.filter((outcomes) => outcomes.has('violated')).length;
    return violated > 0 && runs.some((outcomes) => outcomes.has('held') && !outcomes.has('violated'));
  };
  return evidence.map((one) =>
    isFlaky(one)
      ? { ...one, outcome: 'untested', reason: 'flaky', detail: 'it held in one run and not in another' }
      : one,
  );
}
