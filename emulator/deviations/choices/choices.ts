import type { Means, Overrides } from '../deviation.ts';
import { HAIR_CHOICES } from './hair.ts';
import { LIST_CHOICES } from './lists.ts';

const MEANS: Readonly<Record<string, Means>> = { ...LIST_CHOICES, ...HAIR_CHOICES };

/** What a choice that is not the default overrides; null where the emulator itself asks for it. */
export function overridesFor(question: string, choice: unknown): Overrides | null {
  return MEANS[question]?.(choice) ?? null;
}

/** The questions whose choices are overrides. */
export const QUESTIONS_WITH_MEANS = Object.keys(MEANS);
