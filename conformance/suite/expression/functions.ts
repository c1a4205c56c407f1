import { arityIn, type FunctionTable, totalFunction } from '../../../shared/expression/function-table.ts';
import { LIST_FUNCTIONS } from '../../../shared/expression/functions-lists.ts';
import { NUMBER_FUNCTIONS } from '../../../shared/expression/functions-numbers.ts';
import { TEXT_FUNCTIONS } from '../../../shared/expression/functions-texts.ts';
import { VALUE_FUNCTIONS } from '../../../shared/expression/functions-values.ts';
import type { KnownFunctions, Scope } from '../../../shared/expression/scope.ts';
import { PICTURE_FUNCTIONS } from './functions-pictures.ts';

/** Every pure function. The reference is made from this table as well. */
export const FUNCTION_TABLE: FunctionTable = {
  ...LIST_FUNCTIONS,
  ...TEXT_FUNCTIONS,
  ...NUMBER_FUNCTIONS,
  ...PICTURE_FUNCTIONS,
  ...VALUE_FUNCTIONS,
};
const ENTRIES = Object.entries(FUNCTION_TABLE);

/** Functions whose value depends on their arguments alone. They throw for none. */
export const PURE_FUNCTIONS: Scope['functions'] = Object.fromEntries(
  ENTRIES.map(([name, entry]) => [name, totalFunction(entry)]),
);

export const PURE_ARITIES: KnownFunctions = Object.fromEntries(ENTRIES.map(([name, entry]) => [name, knownAs(entry)]));

/** Each as it is called, such as `slice(list|text, number, number?)`. */
export const PURE_SIGNATURES: readonly string[] = ENTRIES.map(([name, [takes]]) => `${name}(${takes})`);

function knownAs([takes, , , , instead]: FunctionTable[string]): KnownFunctions[string] {
  const [least, most] = arityIn(takes);
  return instead === undefined ? [least, most] : [least, most, instead];
}
