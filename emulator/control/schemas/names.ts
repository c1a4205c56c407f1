import * as z from 'zod';
import { parseInstant } from '../../domain/values/time.ts';

export const instantSchema = z
  .string()
  .transform((text, context) => {
    const instant = parseInstant(text);
    if (instant !== null) return instant;
    context.addIssue({ code: 'custom', message: `"${text}" is not an instant: write 2026-01-31T12:00:00Z` });
    return z.NEVER;
  })
  .meta({ title: 'instant' });

export const secretSchema = z
  .string()
  .regex(/^pk_(live|test)_[A-Za-z0-9_-]{1,200}$/, 'must begin with pk_live_ or pk_test_')
  .meta({ title: 'key' });

export const nameSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be letters, digits, _ and -, at most 64')
  .meta({ title: 'name' });

export const LARGEST_PAGE = 1_000;

export const pageFields = {
  limit: z.coerce.number<number | string>().int().min(1).max(LARGEST_PAGE).optional().describe('only the newest N'),
};
