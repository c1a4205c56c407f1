import { memberOf } from '../../../shared/expression/values.ts';
import type { FunctionTable } from './function-table.ts';

/** The functions of any value, a missing one included. */
export const VALUE_FUNCTIONS: FunctionTable = {
  defined: [
    'any|missing',
    'whether there is a value, be it null',
    'defined(null)',
    (value: unknown) => value !== undefined,
  ],
  default: [
    'any|missing, any|missing',
    'the second where the first is missing or null',
    'default(null, 1)',
    (value: unknown, instead: unknown) => value ?? instead,
  ],
  id: ['any', 'the id of a job, of an asset or of an answer with one; of an id itself', "id({id: 'job_1'})", idOf],
};

/** The id of a job or an asset, of an answer that has one as its body, or an id as it stands. */
function idOf(value: unknown): unknown {
  if (typeof value === 'string') return value;
  return memberOf(value, 'id') ?? memberOf(memberOf(value, 'body'), 'id');
}
