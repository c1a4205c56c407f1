import type { OffFeatures } from '../plan/off-features.ts';
import { REASONS, type Reason } from '../suite/reasons.ts';
import { GROUPS, type Group, isGraded, onlyWarns, type Registry, type Rule } from '../suite/rules/rule.ts';
import type { Evidence } from './evidence.ts';
import { isWithoutOccasion, offAmong, type Standing } from './standing.ts';

export type Verdict = 'pass' | 'fail' | 'warn' | 'inconclusive' | 'not_applicable' | 'error';

/** What each verdict says about a rule. */
export const VERDICTS: Readonly<Record<Verdict, string>> = {
  pass: 'it was tested with full evidence, and held each time',
  fail: 'it was violated; once is enough',
  warn: 'a rule of level should was violated, or one of level derived in a way that a lawful server may',
  inconclusive: 'it could not be tested here; the reason is given',
  not_applicable: 'the feature is off: it was seen to be, or the target file declares it with a reason',
  error: 'a fault of the harness, and none of the server',
};

export type Conclusion = 'conformant' | 'non-conformant' | 'incomplete' | 'error';

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
  /** For a must, and for any other rule that failed: how the server stands to it. */
  standing: Standing | null;
  /** The features that are declared off and that the rule needs. */
  declared: readonly string[];
};

export type VerdictInput = {
  registry: Registry;
  /** The rules that the chosen scenarios are about, passed or not. */
  covered: ReadonlySet<string>;
  evidence: readonly Evidence[];
  /** The features that the target lacks, and how this is known. */
  off: OffFeatures;
  /** The rules whose only scenarios ended with a fault of the harness. */
  crashed: ReadonlySet<string>;
};

/** Returns a verdict for every graded rule of the run, in the order of the registry. */
export function verdictsOf({ registry, covered, evidence, off, crashed }: VerdictInput): RuleVerdict[] {
  const byRule = new Map<string, Evidence[]>();
  for (const one of evidence) {
    const list = byRule.get(one.rule);
    if (list === undefined) byRule.set(one.rule, [one]);
    else list.push(one);
  }
  return [...registry.values()]
    .filter((rule) => isGraded(rule) && (covered.has(rule.id) || isShown(byRule.get(rule.id))))
    .map((rule) => verdictOf(rule, byRule.get(rule.id) ?? [], off, crashed.has(rule.id)));
}

/** A shared set-up may check rules that its scenarios are not about. These only count if they were tested. */
function isShown(evidence: readonly Evidence[] | undefined): boolean {
  return evidence?.some(({ outcome }) => outcome !== 'untested') ?? false;
}

/**
 * Returns whether one piece of evidence fails a rule: a breach of a must, or a breach of a derived rule that no spare
 * excuses. Provisional and disputed rules only warn.
 */
export function failsRule(
  { level, spares, status }: Pick<Rule, 'level' | 'spares' | 'status'>,
  { outcome, spared }: Pick<Evidence, 'outcome' | 'spared'>,
): boolean {
  if (outcome !== 'violated' || onlyWarns({ status })) return false;
  return level === 'must' || (level === 'derived' && spares !== null && spared === undefined);
}

/** Returns the rules of a suite that the evidence fails, each once. */
export function brokenIn(
  evidence: readonly Evidence[],
  { suite: { registry } }: { suite: { registry: Registry } },
): string[] {
  return rulesFailed(withoutPresumed(evidence, registry), registry);
}

function rulesFailed(evidence: readonly Evidence[], registry: Registry): string[] {
  const failing = evidence.filter((one) => {
    const rule = registry.get(one.rule);
    return rule !== undefined && failsRule(rule, one);
  });
  return [...new Set(failing.map(({ rule }) => rule))];
}

/** Marks a breach as untested if the rule presumes another one that is broken too: it follows from that. */
export function withoutPresumed(evidence: readonly Evidence[], registry: Registry): Evidence[] {
  const failed = new Set(rulesFailed(evidence, registry));
  return evidence.map((one) => {
    const presumed = registry.get(one.rule)?.presumes.find((rule) => failed.has(rule));
    if (one.outcome !== 'violated' || presumed === undefined) return one;
    const { spared: _, ...rest } = one;
    return { ...rest, outcome: 'untested', reason: 'premise', detail: `${presumed} is broken`, mismatches: [] };
  });
}

/** Partial evidence can fail a rule, but never passes one. */
function verdictOf(rule: Rule, evidence: readonly Evidence[], off: OffFeatures, hasCrashed: boolean): RuleVerdict {
  const counts = { held: 0, violated: 0, untested: 0 };
  for (const { outcome } of evidence) counts[outcome] += 1;
  const fails = evidence.some((one) => failsRule(rule, one));
  const of = (verdict: Verdict, standing: Standing, reason: Reason | null = null): RuleVerdict => ({
    rule,
    verdict,
    reason,
    hint: reason === null ? null : hintOf(reason, evidence),
    counts,
    standing: rule.level === 'must' || fails ? standing : null,
    declared: [],
  });
  if (counts.violated > 0) return of(fails ? 'fail' : 'warn', 'failed');
  if (evidence.some(({ outcome, partial }) => outcome === 'held' && !partial)) return of('pass', 'met');
  if (hasCrashed) return of('error', 'untested');
  const lacking = offAmong(
    evidence.filter(({ outcome }) => outcome === 'untested'),
    off,
  );
  if (lacking !== null) return { ...of('not_applicable', lacking.standing), declared: lacking.declared };
  if (isWithoutOccasion(evidence)) return of('inconclusive', 'without_occasion', 'no-occasion');
  return of('inconclusive', 'untested', reasonAmong(evidence));
}

const SAYS_LITTLE: readonly Reason[] = ['condition', 'no-occasion', 'feature-off'];

/**
 * Returns the most frequent reason among the untested evidence. Ignores reasons that say little, if there are others.
 */
function reasonAmong(evidence: readonly Evidence[]): Reason {
  const votes = new Map<Reason, number>();
  for (const { reason, partial, outcome } of evidence) {
    const vote = outcome === 'held' && partial ? 'needs-clock' : reason;
    if (vote !== null) votes.set(vote, (votes.get(vote) ?? 0) + 1);
  }
  const telling = [...votes].filter(([reason]) => !SAYS_LITTLE.includes(reason));
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
  /** Musts for which the server did nothing when the run provided the occasion. */
  without_occasion?: number;
};

export function groupsOf(verdicts: readonly RuleVerdict[]): GroupVerdict[] {
  return GROUPS.flatMap((group) => {
    const own = verdicts.filter(({ rule }) => rule.group === group);
    if (own.length === 0) return [];
    const count = (...kinds: Standing[]) =>
      own.filter(({ standing }) => standing !== null && kinds.includes(standing)).length;
    const must = {
      passed: count('met'),
      total: count('met', 'failed', 'untested'),
      failed: count('failed'),
      untested: count('untested'),
    };
    const without = count('without_occasion');
    const warnings = own.filter(({ verdict }) => verdict === 'warn').length;
    const not_applicable = own.filter(({ verdict }) => verdict === 'not_applicable').length;
    return [{ group, must, warnings, not_applicable, ...(without > 0 && { without_occasion: without }) }];
  });
}

type Circumstances = {
  /** The failed and untested rules that a baseline accepts. */
  known: ReadonlySet<string>;
  /** The number of outdated entries in the baseline. */
  stale: number;
  /** The number of internal errors of the kit. */
  errors: number;
  /** The number of features that are declared off but were seen. */
  contrary: number;
  draftCounts: boolean;
  isWhole: boolean;
};

/** A run is not conformant without any checks, with an untested must, or if parts of it were not run. */
export function concludeFrom(
  verdicts: readonly RuleVerdict[],
  { known, stale, errors, contrary, draftCounts, isWhole }: Circumstances,
): Conclusion {
  const counted = verdicts.filter(
    ({ rule, standing }) => standing !== null && (draftCounts || rule.group !== 'hair-draft'),
  );
  if (errors > 0) return 'error';
  const open = counted.filter(({ rule }) => !known.has(rule.id));
  if (stale > 0 || contrary > 0 || open.some(({ standing }) => standing === 'failed')) return 'non-conformant';
  const isComplete = open.every(({ standing }) => standing !== 'untested');
  return isWhole && isComplete && counted.some(({ standing }) => standing === 'met') ? 'conformant' : 'incomplete';
}

/** Answers that vary between runs are no evidence: they are reported as flaky, and never pass. */
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
