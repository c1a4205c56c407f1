import type * as z from 'zod';
import type { Given } from './control-command.ts';

/** What is said in the help of a command that takes a file, or JSON in its place. */
export const FILE_NOTE = `FILE is in YAML or JSON. JSON itself can stand in its place: '{…}'.`;

/**
 * The body of a control call from the word FILE, checked by a schema; without the word it is empty. The schema is loaded on demand:
 * most verbs need none.
 */
export function fileBody(what: string, schema: () => Promise<z.ZodType<object>>) {
  return async ({ words }: Given): Promise<object> => {
    const source = words['FILE'];
    if (source === undefined) return {};
    const { readGiven } = await import('../read-given.ts');
    return readGiven(what, source, await schema());
  };
}
