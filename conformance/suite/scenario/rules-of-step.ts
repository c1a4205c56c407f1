import type { Check, Step } from './scenario.ts';

/** Every rule that a step itself may show something of. */
export function rulesOfStep(step: Step): string[] {
  return checksOfStep(step).flatMap(({ rule }) => rule ?? []);
}

/** Everything that a step itself expects, of whatever class the answer is. */
export function checksOfStep(step: Step): Check[] {
  if (!('expect' in step)) return [];
  const always = step.kind === 'poll' ? step.always : [];
  const classes = 'classify' in step ? (step.classify?.classes ?? []).flatMap(({ expect }) => expect) : [];
  const byClass = [...step.byClass.values()].flatMap(({ expect }) => expect);
  return [...step.expect, ...always, ...classes, ...byClass];
}

/** Every rule that a step or its set-up may show something of, and every gap that it observes. */
export function namedByStep(step: Step): string[] {
  if (step.kind === 'use') return step.setUp.steps.flatMap(namedByStep);
  if (!('expect' in step)) return [];
  const otherwise = 'classify' in step ? [step.classify?.otherwise?.rule ?? []].flat() : [];
  const observed = [...step.observe, ...[...step.byClass.values()].flatMap(({ observe }) => observe)];
  return [...rulesOfStep(step), ...otherwise, ...observed.map(({ gap }) => gap)];
}
