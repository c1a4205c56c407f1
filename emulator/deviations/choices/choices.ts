import type { Means, Overrides } from '../deviation.ts';
import { CONTENT_CHOICES } from './content.ts';
import { CREDIT_CHOICES } from './credits.ts';
import { FORM_CHOICES } from './forms.ts';
import { LIMIT_CHOICES } from './limits.ts';
import { OUTPUT_CHOICES } from './outputs.ts';
import { POLLING_CHOICES } from './polling.ts';
import { REQUEST_CHOICES } from './requests.ts';
import { STAGE_CHOICES } from './stages.ts';
import { UPLOAD_CHOICES } from './uploads.ts';

const MEANS: Readonly<Record<string, Means>> = {
  ...REQUEST_CHOICES,
  ...UPLOAD_CHOICES,
  ...CONTENT_CHOICES,
  ...OUTPUT_CHOICES,
  ...CREDIT_CHOICES,
  ...LIMIT_CHOICES,
  ...FORM_CHOICES,
  ...POLLING_CHOICES,
  ...STAGE_CHOICES,
};

/** What a choice that is not the default overrides; null where the emulator itself asks for it. */
export function overridesFor(question: string, choice: unknown): Overrides | null {
  return MEANS[question]?.(choice) ?? null;
}

/** The questions whose choices are overrides. */
export const QUESTIONS_WITH_MEANS = Object.keys(MEANS);
