import { didYouMean } from '../../../shared/nearest.ts';
import type { Place } from '../../../shared/yaml/node.ts';
import { isGraded, type Level, type Registry, type Rule } from './rule.ts';
import type { SpecAnchors } from './spec-anchors.ts';
import { type SpecTrace, traceSpec } from './trace-spec.ts';

type TraceInput = {
  registry: Registry;
  scenarios: readonly TracedScenario[];
  /** The text of a draft of the spec, to find what it touches. */
  spec?: string | null;
  /** The rules that the draft is compared with (default: all). */
  ofDraft?: Registry;
  /** The statements of the spec that the registry was made for. They make finding reworded ones more reliable. */
  anchors?: SpecAnchors | null;
  /** The rules that broken servers are known to break, to find rules without any proof. */
  deviations?: readonly { id: string; breaks: readonly string[] }[] | null;
};

/** The rules that a scenario claims to cover, and all rules that its steps check or observe. */
export type TracedScenario = {
  id: string;
  place: Place;
  covers: readonly string[];
  checks: readonly { rule: string; place: Place }[];
};

/** The gaps between the spec, the rules and the scenarios. */
export type Trace = {
  rules: { graded: number; gaps: number; excluded: number };
  scenarios: number;
  /** Graded rules that no scenario covers. */
  uncovered: AtRule[];
  /** Gaps that no scenario observes. */
  unobserved: AtRule[];
  /** Ids in `covers`, checks and deviations without a rule. */
  unknown: { rule: string; user: string; place: Place | null; hint: string }[];
  checkedNotCovered: AtScenario[];
  coveredNotChecked: AtScenario[];
  /** Scenarios that cover rules which cannot be graded. */
  ungraded: (AtScenario & { level: Level })[];
  /** Scenarios that a rule names for a moment, and that do not exist or do not cover it. */
  unmet: AtScenario[];
  /** Graded rules that no deviation breaks; null if no deviations were given. */
  unproved: AtRule[] | null;
  spec: SpecTrace | null;
};

type AtRule = { rule: string; place: Place };
type AtScenario = { rule: string; scenario: string; place: Place };

export function trace({ registry, scenarios, spec, ofDraft, anchors, deviations }: TraceInput): Trace {
  const rules = [...registry.values()];
  const graded = rules.filter(isGraded);
  const gaps = rules.filter(({ level }) => level === 'gap');
  const excluded = rules.filter(({ level }) => level === 'excluded');
  const covered = new Set(scenarios.flatMap(({ covers }) => covers));
  const checked = new Set(scenarios.flatMap(({ checks }) => checks.map(({ rule }) => rule)));
  const broken = new Set(deviations?.flatMap(({ breaks }) => breaks));
  return {
    rules: { graded: graded.length, gaps: gaps.length, excluded: excluded.length },
    scenarios: scenarios.length,
    uncovered: without(graded, covered),
    unobserved: without(gaps, checked),
    unknown: unknownIds({ registry, scenarios, deviations: deviations ?? [] }),
    ...covering(registry, scenarios),
    unmet: unmetMoments(graded, scenarios),
    unproved: deviations == null ? null : without(graded, broken),
    spec:
      spec == null ? null : traceSpec(ofDraft ?? registry, spec, anchors ?? null, (rule) => usersOf(rule, scenarios)),
  };
}

function unmetMoments(rules: readonly Rule[], scenarios: readonly TracedScenario[]): AtScenario[] {
  const covered = new Map(scenarios.map(({ id, covers }) => [id, new Set(covers)]));
  return rules.flatMap(({ id, place, moments }) => {
    if (moments === null || typeof moments === 'string') return [];
    const named = new Set(Object.values(moments).flatMap((scenarios) => scenarios ?? []));
    const unmet = [...named].filter((scenario) => covered.get(scenario)?.has(id) !== true);
    return unmet.map((scenario) => ({ rule: id, scenario, place }));
  });
}

function without(rules: readonly Rule[], ids: ReadonlySet<string>): AtRule[] {
  return rules.filter(({ id }) => !ids.has(id)).map(({ id, place }) => ({ rule: id, place }));
}

type Users = { registry: Registry; scenarios: readonly TracedScenario[]; deviations: TraceInput['deviations'] };

function unknownIds({ registry, scenarios, deviations }: Users): Trace['unknown'] {
  const uses = [
    ...scenarios.flatMap(({ id, place, covers }) => covers.map((rule) => ({ rule, user: id, place }))),
    ...scenarios.flatMap(({ id, checks }) => checks.map(({ rule, place }) => ({ rule, user: id, place }))),
    ...(deviations ?? []).flatMap(({ id, breaks }) => breaks.map((rule) => ({ rule, user: id, place: null }))),
  ];
  return uses
    .filter(({ rule }) => !registry.has(rule))
    .map((use) => ({ ...use, hint: didYouMean(use.rule, [...registry.keys()]) }));
}

/** Compares what each scenario covers with what its steps check. */
function covering(
  registry: Registry,
  scenarios: readonly TracedScenario[],
): Pick<Trace, 'checkedNotCovered' | 'coveredNotChecked' | 'ungraded'> {
  const claims = scenarios.flatMap(({ id, place, covers, checks }) => {
    const done = new Set(checks.map(({ rule }) => rule));
    return covers
      .filter((rule) => registry.has(rule))
      .map((rule) => ({ rule, scenario: id, place, isChecked: done.has(rule), level: registry.get(rule)?.level }));
  });
  return {
    checkedNotCovered: scenarios.flatMap(unclaimed).filter(({ rule }) => registry.has(rule)),
    coveredNotChecked: claims
      .filter(({ isChecked, level }) => !isChecked && level !== 'excluded')
      .map(({ rule, scenario, place }) => ({ rule, scenario, place })),
    ungraded: claims.flatMap(({ rule, scenario, place, level }) =>
      level === 'excluded' ? [{ rule, scenario, place, level }] : [],
    ),
  };
}

/** Returns each rule once, at the first step that checks it. */
function unclaimed({ id, covers, checks }: TracedScenario): AtScenario[] {
  const covered = new Set(covers);
  return checks.flatMap(({ rule, place }) => {
    if (covered.has(rule)) return [];
    covered.add(rule);
    return [{ rule, scenario: id, place }];
  });
}

export function usersOf(rule: string, scenarios: readonly TracedScenario[]): string[] {
  return scenarios
    .filter(({ covers, checks }) => covers.includes(rule) || checks.some((check) => check.rule === rule))
    .map(({ id }) => id);
}
