import {
  type Evaluation,
  type Expectation,
  evaluateExpectation,
  violationOf,
} from '../suite/expectation/expectation.ts';
import type { Mismatch } from '../suite/expectation/finding.ts';
import type { Check, CheckedStep, Classify } from '../suite/scenario/scenario.ts';
import type { ScopeAt } from './scope.ts';
import type { Moment, Sight, StepMoment } from './trace.ts';

export type Evaluate = (expectation: Expectation) => Evaluation;

/** Evaluates expectations at a moment, both during play and later from the tape. */
export function evaluateAt(moment: StepMoment, scopeAt: ScopeAt): Evaluate {
  const silent = evaluationOfSilence(moment);
  const scope = scopeAt(moment);
  if (silent !== null)
    return (expectation) =>
      silent.outcome === 'violated' ? violationOf(expectation, silent.mismatches, moment.subject, scope) : silent;
  return (expectation) => unlessForgotten(evaluateExpectation(expectation, moment.subject, scope), moment);
}

/** A server cannot return what it no longer keeps. Only how it reports this can be wrong. */
function unlessForgotten(evaluation: Evaluation, { forgotten = null, state }: StepMoment): Evaluation {
  const { outlived } = state.retention;
  if (evaluation.outcome !== 'violated') return evaluation;
  if (outlived !== null) return { outcome: 'untested', reason: 'retention', detail: outlived };
  if (forgotten === null) return evaluation;
  const untested: Evaluation = { outcome: 'untested', reason: 'retention', detail: forgotten.why };
  if (forgotten.of === 'claim') return untested;
  const isOfObject = ({ pointer }: Mismatch) => /\/data\/object(?:\/|$)/.test(pointer);
  const isOfRefusal = ({ pointer }: Mismatch) => /\/body\/error\//.test(pointer);
  const { mismatches } = evaluation;
  const stands = forgotten.of === 'object' ? !mismatches.every(isOfObject) : mismatches.every(isOfRefusal);
  return stands ? evaluation : untested;
}

/** Without an answer, nothing can be compared. A connection that was closed on this request alone is a breach. */
function evaluationOfSilence({ silence, lost = null }: Sight): Evaluation | null {
  if (silence === null) return null;
  if (silence === 'closed' || silence === 'malformed') {
    const seen = silence === 'closed' ? 'the connection was closed without one' : (lost ?? 'the answer is not HTTP');
    return { outcome: 'violated', mismatches: [{ pointer: '/silence', expected: 'an answer', seen }] };
  }
  const reason = silence === 'timeout' ? 'deadline' : 'unreachable';
  return { outcome: 'untested', reason, detail: lost ?? reason };
}

/**
 * Returns the checks in order: of the class that the step assigned, of any class, and of a class that an earlier step
 * assigned.
 */
export function checksAt({ step, isPoll, class: name }: StepMoment): readonly Check[] {
  if (isPoll) return step.kind === 'poll' ? step.always : [];
  const own = classifyOf(step)?.classes.find((one) => one.name === name)?.expect ?? [];
  const ofClass = name === null ? [] : (step.byClass.get(name)?.expect ?? []);
  return [...own, ...step.expect, ...ofClass];
}

export function classifyOf(step: CheckedStep): Classify | null {
  return 'classify' in step ? step.classify : null;
}

/** Returns the classes that occurred in any step and round. */
export function classesIn(moments: readonly Moment[]): Set<string | null> {
  return new Set(moments.map((moment) => (moment.kind === 'step' ? moment.class : null)));
}
