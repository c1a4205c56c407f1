import type { Means, Overrides } from '../deviation.ts';
import { ACCESS_CHOICES } from './access.ts';
import { IDEMPOTENCY_CHOICES } from './idempotency.ts';
import { REQUEST_CHOICES } from './requests.ts';
import { SUBMISSION_CHOICES } from './submissions.ts';

const MEANS: Readonly<Record<string, Means>> = {
  ...REQUEST_CHOICES,
  ...ACCESS_CHOICES,
  ...IDEMPOTENCY_CHOICES,
  ...SUBMISSION_CHOICES,
};

/** What a choice that is not the default overrides; null where the emulator itself asks for it. */
export function overridesFor(question: string, choice: unknown): Overrides | null {
  return MEANS[question]?.(choice) ?? null;
}

/** The questions whose choices are overrides. */
export const QUESTIONS_WITH_MEANS = Object.keys(MEANS);
