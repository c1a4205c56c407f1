import * as z from 'zod';
import type { Trigger } from '../../domain/test-control/trigger.ts';
import { instantSchema } from './names.ts';

export const triggerFields = {
  nth: z.int().min(1).optional().describe('only the nth match, counted from 1'),
  every: z.int().min(1).optional().describe('every nth match'),
  times: z
    .int()
    .min(1)
    .nullable()
    .optional()
    .describe('maximum number of uses; null: unlimited. The default is 1, or null if nth or every is set'),
  between: z
    .tuple([instantSchema, instantSchema])
    .optional()
    .describe('only from the first time, and before the second'),
};

export const prependField = {
  prepend: z.boolean().default(false).describe('whether it is tried before all others, including later ones'),
};

type Given = z.output<z.ZodObject<typeof triggerFields>>;

/** The trigger of a plan or a fault. By default it takes effect `timesByDefault` times, or as `nth` and `every` say. */
export function triggerOf({ nth, every, times, between }: Given, timesByDefault: number | null): Trigger {
  const unsaid = nth === undefined && every === undefined ? timesByDefault : null;
  return {
    nth: nth ?? null,
    every: every ?? null,
    times: times === undefined ? unsaid : times,
    between: between ?? null,
  };
}
