import type { FunctionTable } from './function-table.ts';

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
};
