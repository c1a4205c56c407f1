import type { FunctionTable } from './function-table.ts';
import { memberOf } from './values.ts';

/** What is asked of any value, one that is missing included. */
export const VALUE_FUNCTIONS: FunctionTable = {
  defined: ['any|missing', (value: unknown) => value !== undefined],
  default: ['any|missing, any|missing', (value: unknown, instead: unknown) => value ?? instead],
  id: ['any', idOf],
};

/** The id of a job or an asset, of an answer that has one as its body, or an id as it stands. */
function idOf(thing: unknown): unknown {
  if (typeof thing === 'string') return thing;
  return memberOf(thing, 'id') ?? memberOf(memberOf(thing, 'body'), 'id');
}
