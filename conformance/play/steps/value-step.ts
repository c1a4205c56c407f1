import { render } from '../../suite/expression/template.ts';
import type { LetStep, ValueStep } from '../../suite/scenario/scenario.ts';
import { type Frame, setName } from '../frame.ts';
import { recordMoment } from '../record-moment.ts';

export function playLet({ values }: LetStep, frame: Frame): void {
  for (const [name, template] of values) setName(frame, name, render(template, frame.scope));
}

/** Judges a computed value like an answer. */
export function playValue(step: ValueStep, frame: Frame): void {
  const subject = render(step.value, frame.scope);
  setName(frame, step.id, subject);
  recordMoment(step, { subject, exchanges: [], silence: null }, frame);
}
