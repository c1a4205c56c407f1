import * as z from 'zod';

/** Parts of the shapes of answers. All shapes are functions: they are built when a document is asked for, not at the start. */

export const text = () => z.string();
export const instant = () => z.iso.datetime().meta({ title: 'instant' });
export const count = () => z.int().min(0);

/** A shape that is shown under the name of its type, or that the document describes less precisely than the type. */
export const typed = <Type>(shape: z.ZodType) => shape as z.ZodType<Type>;
