import type { Means, Overrides } from '../deviation.ts';
import { ACCESS_CHOICES } from './access.ts';
import { ASSET_CHOICES } from './assets.ts';
import { CONTENT_CHOICES } from './content.ts';
import { CREDIT_CHOICES } from './credits.ts';
import { ERROR_CHOICES } from './errors.ts';
import { FORM_CHOICES } from './forms.ts';
import { HAIR_CHOICES } from './hair.ts';
import { IDEMPOTENCY_CHOICES } from './idempotency.ts';
import { LIMIT_CHOICES } from './limits.ts';
import { LIST_CHOICES } from './lists.ts';
import { OUTPUT_CHOICES } from './outputs.ts';
import { POLLING_CHOICES } from './polling.ts';
import { SPELLING_CHOICES } from './spelling.ts';
import { STAGE_CHOICES } from './stages.ts';
import { SUBMISSION_CHOICES } from './submissions.ts';
import { UPLOAD_CHOICES } from './uploads.ts';
import { WEBHOOK_CHOICES } from './webhooks.ts';

/** In the order in which they are applied if several are chosen. */
const MEANS: Readonly<Record<string, Means>> = {
  ...ACCESS_CHOICES,
  ...ASSET_CHOICES,
  ...CONTENT_CHOICES,
  ...CREDIT_CHOICES,
  ...ERROR_CHOICES,
  ...FORM_CHOICES,
  ...HAIR_CHOICES,
  ...IDEMPOTENCY_CHOICES,
  ...LIMIT_CHOICES,
  ...LIST_CHOICES,
  ...OUTPUT_CHOICES,
  ...POLLING_CHOICES,
  ...STAGE_CHOICES,
  ...SUBMISSION_CHOICES,
  ...UPLOAD_CHOICES,
  ...WEBHOOK_CHOICES,
  ...SPELLING_CHOICES,
};

/** The overrides for a choice that is not the default; null if the emulator itself reads it. */
export function overridesFor(question: string, choice: unknown): Overrides | null {
  return MEANS[question]?.(choice) ?? null;
}

export const QUESTIONS_WITH_MEANS = Object.keys(MEANS);

export function placeOf(question: string): number {
  return QUESTIONS_WITH_MEANS.indexOf(question);
}
