import * as z from 'zod';

/** Parts of the shapes of answers. All shapes are functions: they are built when a document is asked for, not at the start. */

export const text = () => z.string();
export const instant = () => z.iso.datetime().meta({ title: 'instant' });
export const count = () => z.int().min(0);

/** A shape with the type of that name, which goes by it where it is shown; or of which the document says less than the type. */
export const typed = <Type>(shape: z.ZodType) => shape as z.ZodType<Type>;
