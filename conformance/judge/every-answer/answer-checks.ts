import type { Scope } from '../../../shared/expression/scope.ts';
import type { Exchange } from '../../effects/http/exchange.ts';
import type { AnswerCheck, EveryAnswer, LookAt } from '../../suite/every-answer/every-answer.ts';
import { type Evaluation, type Expectation, violationOf } from '../../suite/expectation/expectation.ts';
import { findingOf, isHeld, type Mismatch, type Target } from '../../suite/expectation/finding.ts';
import { follow } from '../../suite/expectation/paths.ts';
import { PURE_FUNCTIONS } from '../../suite/expression/functions.ts';
import type { RouteName } from '../../suite/vocabulary.ts';
import { type Answer, answerOf, KINDS, type Part } from './answer-parts.ts';
import { createMemory, type Memory } from './memory.ts';

/** The checks that apply to every answer, whatever the scenario tests. */
export type AnswerChecks = {
  /** `key` is the name of the key that the request was sent with. */
  look(exchange: Exchange, context: { key: string | null }): AnswerFinding[];
};

/** The result of checking one answer. `held` only if the answer could have broken the rule. */
export type AnswerFinding = { rule: string; outcome: 'held' | 'violated'; mismatches: Mismatch[]; spared?: string };

/** On a page of a hundred items, a few mismatches are enough. */
const MOST_MISMATCHES = 5;

/**
 * Creates the checks of one instance, which compare each answer with the earlier ones. Each rule is reported as held
 * only once.
 */
export function createAnswerChecks({ checks }: EveryAnswer): AnswerChecks {
  const held = new Set<string>();
  const all = checks.map((check) => ({
    check,
    memory: check.compareWith === null ? null : createMemory(check, check.compareWith),
  }));
  const byRoute = new Map<RouteName, typeof all>();
  const checksOf = (route: RouteName) => {
    const known = byRoute.get(route) ?? all.filter(({ check }) => isAbout(check, route));
    byRoute.set(route, known);
    return known;
  };
  return {
    look: (exchange, { key }) => {
      const answer = answerOf(exchange, key);
      if (answer === null) return [];
      const findings = new Map<string, AnswerFinding>();
      const tell: Tell = (rule, finding) => record(findings, rule, finding);
      const partsOf = oncePerKind(answer);
      for (const { check, memory } of checksOf(answer.route.name)) judge({ check, memory, answer, tell }, partsOf);
      if (answer.route.name === 'job-delete' && answer.status < 300)
        for (const { memory } of all) memory?.forget(answer.route.id ?? '');
      return [...findings.values()].filter((finding) => isNews(finding, held));
    },
  };
}

function isAbout({ routes, lookAt }: AnswerCheck, route: RouteName): boolean {
  return isAmong(routes, route) && lookAt.some((name) => isAmong(KINDS[name].routes, route));
}

/** An empty list means all. */
function isAmong(routes: readonly RouteName[], route: RouteName): boolean {
  return routes.length === 0 || routes.includes(route);
}

function isNews({ rule, outcome }: AnswerFinding, held: Set<string>): boolean {
  if (outcome === 'violated') return true;
  const isNew = !held.has(rule);
  held.add(rule);
  return isNew;
}

type Tell = (rule: string, evaluation: Shown) => void;
/** An evaluation that was tested. */
type Shown = Exclude<Evaluation, { outcome: 'untested' }>;

/**
 * Several parts and documents can give evidence for a rule. It held if none of them violates it, and it is spared if
 * every violation is spared.
 */
function record(findings: Map<string, AnswerFinding>, rule: string, evaluation: Shown): void {
  const known = findings.get(rule);
  if (evaluation.outcome === 'held') {
    if (known === undefined) findings.set(rule, { rule, outcome: 'held', mismatches: [] });
    return;
  }
  const { spared: before, ...wrong } = known?.outcome === 'violated' ? known : { mismatches: [], spared: '' };
  const isFirst = known?.outcome !== 'violated';
  const spared = isFirst || before !== undefined ? evaluation.spared : undefined;
  // Mismatches that no spare excuses come first.
  const mismatches =
    evaluation.spared === undefined && before !== undefined
      ? [...evaluation.mismatches, ...wrong.mismatches]
      : [...wrong.mismatches, ...evaluation.mismatches];
  findings.set(rule, {
    rule,
    outcome: 'violated',
    mismatches: mismatches.slice(0, MOST_MISMATCHES),
    ...(spared !== undefined && { spared }),
  });
}

type PartsOf = (name: LookAt) => readonly Part[];

function oncePerKind(answer: Answer): PartsOf {
  const parts = new Map<LookAt, readonly Part[]>();
  return (name) => {
    const { routes, of } = KINDS[name];
    const known = parts.get(name) ?? (isAmong(routes, answer.route.name) ? of(answer) : []);
    parts.set(name, known);
    return known;
  };
}

type Look = { check: AnswerCheck; memory: Memory | null; answer: Answer; tell: Tell };

function judge(look: Look, partsOf: PartsOf): void {
  for (const name of look.check.lookAt) for (const part of partsOf(name)) judgePart(part, look);
}

function judgePart(part: Part, look: Look): void {
  const { check, memory, answer } = look;
  if (check.where !== null && !isHeld(findingOf(check.where, part, scopeOf(part, part, look)))) return;
  const compared = memory?.before(part, answer);
  for (const target of targetsIn(part, check)) {
    const scopes = compared?.map((value) => scopeOf(target, part, look, value)) ?? [scopeOf(target, part, look)];
    judgeTarget(target, scopes, look);
  }
  memory?.remember(part, answer);
}

function scopeOf({ value: it }: Target, { job }: Part, { check, answer }: Look, compared?: unknown): Scope {
  const names: Record<string, unknown> = { it, answer: answer.view, job };
  if (check.compareWith !== null) names[check.compareWith] = compared;
  return { names, functions: PURE_FUNCTIONS };
}

function targetsIn(part: Part, { at }: AnswerCheck): readonly Target[] {
  if (at.length === 0) return [part];
  return at.flatMap((path) => follow(path, part).targets).filter(({ value }) => value !== undefined && value !== null);
}

function judgeTarget(target: Target, scopes: readonly Scope[], { check, answer, tell }: Look): void {
  for (const { rule, expectation } of check.expect) {
    const shown = worstOf(expectation, target, scopes, answer);
    if (shown !== null) tell(rule, shown);
  }
}

/**
 * Returns null if nothing was tested. Among violations compared with several earlier values, the first is enough,
 * unless it is spared.
 */
function worstOf(expectation: Expectation, target: Target, scopes: readonly Scope[], { view }: Answer): Shown | null {
  let worst: Shown | null = null;
  for (const run of scopes) {
    const finding = findingOf(expectation.check, target, run);
    if (finding.mismatches.length > 0) {
      const violation = violationOf(expectation, finding.mismatches, view, run);
      if (violation.spared === undefined) return violation;
      if (worst?.outcome !== 'violated') worst = violation;
    } else if (worst === null && isHeld(finding)) worst = { outcome: 'held' };
  }
  return worst;
}
