import type * as z from 'zod';
import { readYamlFile } from '../adapters/config-file.ts';
import { BadInput } from '../domain/values/bad-input.ts';

/** What a control call is to be given: a file in YAML or JSON, or JSON that is written out. */
export async function readGiven(what: string, source: string, schema: z.ZodType<object>): Promise<object> {
  if (!source.trimStart().startsWith('{')) return readYamlFile(source, schema) as Promise<object>;
  try {
    return JSON.parse(source);
  } catch {
    throw new BadInput(what, [{ path: 'body', problem: 'is not JSON' }]);
  }
}
