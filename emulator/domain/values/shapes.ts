import * as z from 'zod';

/** Building blocks for the shapes of answers: functions, because only documents need them. */

export const text = () => z.string();
export const instant = () => z.iso.datetime().meta({ title: 'instant' });
export const count = () => z.int().min(0);

/** A shape with the name of its TypeScript type, or one that the document describes less precisely than the type. */
export const typed = <Type>(shape: z.ZodType) => shape as z.ZodType<Type>;
