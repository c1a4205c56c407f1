import type { Means, Overrides } from '../deviation.ts';
import { FORM_CHOICES } from './forms.ts';
import { POLLING_CHOICES } from './polling.ts';
import { REQUEST_CHOICES } from './requests.ts';
import { STAGE_CHOICES } from './stages.ts';

const MEANS: Readonly<Record<string, Means>> = {
  ...FORM_CHOICES,
  ...POLLING_CHOICES,
  ...REQUEST_CHOICES,
  ...STAGE_CHOICES,
};

/** What a choice that is not the default overrides; null where the emulator itself asks for it. */
export function overridesFor(question: string, choice: unknown): Overrides | null {
  return MEANS[question]?.(choice) ?? null;
}

/** The questions whose choices are overrides. */
export const QUESTIONS_WITH_MEANS = Object.keys(MEANS);
