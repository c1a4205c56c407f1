import { evaluate as evaluateExpression } from '../../shared/expression/evaluate.ts';
import { parseExpression } from '../../shared/expression/parse-expression.ts';
import type { Scope } from '../../shared/expression/scope.ts';
import type { Place } from '../../shared/yaml/node.ts';
import { checksAt, classifyOf, type Evaluate, evaluateAt } from '../play/moment.ts';
import type { ScopeAt } from '../play/scope.ts';
import type { AnswerMoment, Moment, PassedOver, StepMoment, Trace } from '../play/trace.ts';
import type { Evaluation } from '../suite/expectation/expectation.ts';
import { shortened } from '../suite/expectation/finding.ts';
import { valueAt } from '../suite/expectation/paths.ts';
import { rulesOfStep } from '../suite/scenario/scenario.ts';
import type { AnswerChecks } from './every-answer/answer-checks.ts';
import { type Evidence, evidenceOf, type Observation, type Source, untestedRule } from './evidence.ts';
import { withoutWhatFollows } from './other-kind.ts';

/** What judging needs from one moment to the next. */
export type Judging = { answerChecks: AnswerChecks; scopeAt: ScopeAt };

export function evidenceAt(moment: Moment, trace: Trace, { answerChecks, scopeAt }: Judging): Evidence[] {
  switch (moment.kind) {
    case 'answer':
      return ofAnswer(moment, trace, answerChecks);
    case 'step':
      return ofStep(moment, trace, scopeAt);
    case 'deliveries':
    case 'drive':
      return [];
    case 'passed over':
      return ofPassedOver(moment, trace);
  }
}

export function sourceOf({ instance }: Trace, step: string): Source {
  return { instance: instance.id, step, partial: instance.arm?.partial ?? false };
}

/** Runs the checks of every answer, whatever the scenario tests. */
function ofAnswer({ exchange, position, key, prefix }: AnswerMoment, trace: Trace, checks: AnswerChecks): Evidence[] {
  const source = sourceOf(trace, `${prefix}every-answer`);
  const shown = { place: null, exchanges: [position] };
  return checks.look(exchange, { key }).map((finding) => evidenceOf(finding.rule, source, finding, shown));
}

/** Marks every check of a skipped step as untested. */
function ofPassedOver({ step, prefix, reason, detail }: PassedOver, trace: Trace): Evidence[] {
  const source = sourceOf(trace, `${prefix}${step.id}`);
  return rulesOfStep(step).map((rule) => untestedRule(rule, source, reason, detail));
}

/** Judges the expectations of a step, up to the check that stopped the scenario. */
function ofStep(moment: StepMoment, trace: Trace, scopeAt: ScopeAt): Evidence[] {
  const evaluate = unlessNoOccasion(moment, trace, scopeAt);
  const source = sourceOf(trace, `${moment.prefix}${moment.step.id}`);
  const evidence = (rule: string, place: Place, evaluation: Evaluation): Evidence =>
    evidenceOf(rule, source, evaluation, { place: placeText(place), exchanges: [...moment.exchanges] });
  const checks = checksAt(moment).slice(0, moment.stop === null ? undefined : moment.stop.check + 1);
  return withoutWhatFollows([
    ...ofClass(moment, trace, evaluate).map(({ rule, place, evaluation }) => evidence(rule, place, evaluation)),
    ...checks.flatMap(({ rule, place, expectation }) =>
      rule === null ? [] : [evidence(rule, place, evaluate(expectation))],
    ),
  ]);
}

/**
 * Evaluates expectations with a condition. If the run provided the occasion but nothing came of it, reports that as the
 * reason.
 */
function unlessNoOccasion(moment: StepMoment, { instance }: Trace, scopeAt: ScopeAt): Evaluate {
  const evaluate = evaluateAt(moment, scopeAt);
  const { occasion } = moment.step;
  if (occasion === null || moment.isPoll || (instance.arm?.partial ?? false)) return evaluate;
  return (expectation) => {
    const evaluation = evaluate(expectation);
    const isLeftOut = evaluation.outcome === 'untested' && evaluation.reason === 'condition';
    if (!isLeftOut || !occasion.evaluate(scopeAt(moment))) return evaluation;
    return { outcome: 'untested', reason: 'no-occasion', detail: occasion.text };
  };
}

function placeText({ file, line, column }: Place): string {
  return `${file}:${line}:${column}`;
}

type OfClass = { rule: string; place: Place; evaluation: Evaluation };

/** An answer of no class breaks the rule that lists the classes. Reports its mismatches with the nearest class. */
function ofClass({ step, isPoll, class: found }: StepMoment, { instance }: Trace, evaluate: Evaluate): OfClass[] {
  const { classes = [], otherwise = null } = (isPoll ? null : classifyOf(step)) ?? {};
  if (otherwise === null) return [];
  if (found !== null) return [{ ...otherwise, evaluation: pinned(found, instance.pin) }];
  const [nearest] = classes
    .map(({ when }) => evaluate(when))
    .filter((one) => one.outcome === 'violated')
    .sort((one, other) => one.mismatches.length - other.mismatches.length);
  return [{ ...otherwise, evaluation: nearest ?? { outcome: 'untested', reason: 'condition', detail: 'condition' } }];
}

/** If the row of the matrix determines the class, any other class is a breach. */
function pinned(found: string, pin: string | null): Evaluation {
  if (pin === null || pin === found) return { outcome: 'held' };
  return { outcome: 'violated', mismatches: [{ pointer: '', expected: `an answer of the class ${pin}`, seen: found }] };
}

/** Returns the step that a refused twin repeats: its rejection may have had another cause. */
export function refutedAt(moment: Moment): { step: string; why: string } | null {
  if (moment.kind !== 'step' || moment.stop === null) return null;
  const { step, prefix, stop } = moment;
  return step.kind === 'call' && step.twinOf !== null ? { step: `${prefix}${step.twinOf}`, why: stop.why } : null;
}

/** Returns the observations of a step where the spec leaves the behavior open. */
export function observationsAt(moment: Moment, { instance }: Trace, { scopeAt }: Judging): Observation[] {
  if (moment.kind !== 'step' || moment.isPoll || moment.stop !== null) return [];
  const { step, prefix, subject, class: found } = moment;
  const ofClass = found === null ? [] : (step.byClass.get(found)?.observe ?? []);
  const observes = [...step.observe, ...ofClass];
  if (observes.length === 0) return [];
  const scope = scopeAt(moment);
  return observes.map(({ gap, paths }) => {
    const values = paths.map((path) => [path, shortened(observed(path, subject, scope))]);
    return { gap, instance: instance.id, step: `${prefix}${step.id}`, seen: Object.fromEntries(values) };
  });
}

/** Returns the value at a path of the subject, or below the name of an earlier answer: `status`, `end.body.status`. */
function observed(path: string, subject: unknown, scope: Scope): unknown {
  const root = /^[\w-]+/.exec(path)?.[0] ?? '';
  if (Object.hasOwn(scope.names, root)) return evaluateExpression(parseExpression(path), scope) ?? null;
  return valueAt(subject, path) ?? null;
}
