import { StopInstance } from '../effects/untestable.ts';
import type { Evaluation } from '../suite/expectation/expectation.ts';
import type { Mismatch } from '../suite/expectation/finding.ts';
import type { Check, CheckedStep } from '../suite/scenario/scenario.ts';
import type { Frame, Play } from './frame.ts';
import { checksAt, classifyOf, evaluateAt } from './moment.ts';
import type { Names, Sight, StepMoment } from './trace.ts';

/**
 * Records what a step saw. `more` are names that only its expectations can use. Ends the instance if something does not
 * hold that must.
 */
export function recordMoment(step: CheckedStep, sight: Sight, frame: Frame, more?: Names): void {
  const moment = momentOf(step, sight, frame, more);
  const classify = classifyOf(step);
  if (classify !== null) {
    const evaluate = evaluateAt(moment, frame.play.scopeAt);
    frame.class = classify.classes.find(({ when }) => evaluate(when).outcome === 'held')?.name ?? null;
  }
  keep({ ...moment, class: frame.class }, frame.play);
}

/** Records what one request of a poll saw. */
export function recordPoll(step: CheckedStep, sight: Sight, frame: Frame, more: Names): void {
  keep({ ...momentOf(step, sight, frame, more), isPoll: true }, frame.play);
}

function momentOf(step: CheckedStep, sight: Sight, frame: Frame, more?: Names): StepMoment {
  const { play, scope, prefix, isSetUp } = frame;
  const names = more === undefined ? scope.names : { ...scope.names, ...more };
  const known = { names, state: play.state, class: frame.class };
  return { kind: 'step', step, ...sight, prefix, isSetUp, isPoll: false, ...known, stop: null };
}

/** If a twin is refused, this concerns the step that it repeats, and the instance continues. */
function keep(moment: StepMoment, play: Play): void {
  const stop = stopAt(moment, play);
  play.moments.push({ ...moment, stop });
  const isTwin = moment.step.kind === 'call' && moment.step.twinOf !== null;
  if (stop !== null && !isTwin) throw new StopInstance(stop.reason, stop.why);
}

/** Expectations without a rule must hold; in a set-up, so must those with one. */
function stopAt(moment: StepMoment, play: Play): StepMoment['stop'] {
  const mustHold = ({ rule }: Check) => moment.isSetUp || rule === null;
  const checks = checksAt(moment);
  if (!checks.some(mustHold)) return null;
  const evaluate = evaluateAt(moment, play.scopeAt);
  for (const [index, check] of checks.entries()) {
    const evaluation = mustHold(check) ? evaluate(check.expectation) : null;
    const why = evaluation === null ? null : whyStop(check, evaluation, moment);
    if (why !== null) return { check: index, reason: isForgotten(evaluation) ? 'retention' : 'setup', why };
  }
  return null;
}

/** Returns whether the target no longer keeps what the expectation needs. It is missing in all later steps, too. */
function isForgotten(evaluation: Evaluation | null): boolean {
  return evaluation?.outcome === 'untested' && evaluation.reason === 'retention';
}

function whyStop({ rule }: Check, evaluation: Evaluation, { prefix, step }: StepMoment): string | null {
  if (evaluation.outcome === 'untested' && isForgotten(evaluation)) return evaluation.detail;
  if (rule !== null) return evaluation.outcome === 'violated' ? `${rule} is broken at ${prefix}${step.id}` : null;
  if (evaluation.outcome === 'held') return null;
  if (evaluation.outcome === 'untested' && evaluation.reason === 'condition') return null;
  const why =
    evaluation.outcome === 'violated' ? evaluation.mismatches.map(mismatchText).join('; ') : evaluation.detail;
  return `${prefix}${step.id} is not as the scenario needs it: ${why}`;
}

function mismatchText({ pointer, expected, seen }: Mismatch): string {
  return `${pointer || '/'} should be ${expected}, and is ${JSON.stringify(seen) ?? 'not there'}`;
}
