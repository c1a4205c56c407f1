import * as z from 'zod/mini';
import { anything } from '../yaml/schema-parts.ts';

const fields = z.strictObject({ pointer: z.string(), expected: z.string(), seen: anything });

/** One difference between what a rule expects and what was seen, with its place as a JSON pointer. */
export interface Mismatch extends z.output<typeof fields> {}
export const mismatchSchema: z.ZodMiniType<Mismatch> = fields.check(z.meta({ id: 'mismatch' }));
