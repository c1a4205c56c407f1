import * as z from 'zod';

/** The expected number of matches; at least one by default. */
export const countFields = {
  exactly: z.int().min(0).optional().describe('exact number'),
  at_least: z.int().min(0).optional().describe('minimum number; 1 by default'),
  at_most: z.int().min(0).optional().describe('maximum number; 0 means none'),
};

export const countSchema = z.strictObject(countFields);

export type Count = z.input<typeof countSchema>;
export type CountVerdict = { ok: boolean; wanted: string; tooFew: boolean };

export function judgeCount(found: number, { exactly, at_least, at_most }: Count): CountVerdict {
  const nothingSaid = exactly === undefined && at_least === undefined && at_most === undefined;
  const least = exactly ?? at_least ?? (nothingSaid ? 1 : 0);
  const most = exactly ?? at_most ?? Number.POSITIVE_INFINITY;
  const range = most === Number.POSITIVE_INFINITY ? `at least ${least}` : `${least} to ${most}`;
  const wanted = exactly === undefined ? range : `exactly ${exactly}`;
  return { ok: found >= least && found <= most, wanted, tooFew: found < least };
}
