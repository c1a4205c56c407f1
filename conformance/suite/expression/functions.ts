import { arityIn, type FunctionTable, totalFunction } from '../../../shared/expression/function-table.ts';
import { LIST_FUNCTIONS } from '../../../shared/expression/functions-lists.ts';
import { NUMBER_FUNCTIONS } from '../../../shared/expression/functions-numbers.ts';
import { TEXT_FUNCTIONS } from '../../../shared/expression/functions-texts.ts';
import { VALUE_FUNCTIONS } from '../../../shared/expression/functions-values.ts';
import type { KnownFunctions, Scope } from '../../../shared/expression/scope.ts';
import { memberOf } from '../../../shared/expression/values.ts';
import { isMap } from '../../../shared/is-map.ts';
import { apart, mostApart } from './looks.ts';

/** The functions that compare pictures by their look, so that lossy encoding makes little difference. */
const PICTURE_FUNCTIONS: FunctionTable = {
  results: [
    'any',
    'the pictures in the output of a Job, whichever product it is of',
    "results({output: {type: 'makeup.try_on', image: {id: 'asset_1'}}})",
    resultsOf,
  ],
  id: ['any', 'the id of a job, of an asset or of an answer with one; of an id itself', "id({id: 'job_1'})", idOf],
  apart: [
    'text, text',
    'how far two pictures are apart by their looks, from 0 to 255: the mean over all parts',
    "apart('AAAA', 'AwYJ')",
    apart,
  ],
  most_apart: [
    'text, text, text?',
    'the same where they differ most; with the look of a mask, where that is black',
    "most_apart('AAAA', 'AwYJ')",
    mostApart,
  ],
};

/** Spec 2.3: an analysis has a list of results, a try-on has one. */
function resultsOf(job: unknown): readonly unknown[] {
  const output = memberOf(job, 'output');
  const [image, visualizations] = [memberOf(output, 'image'), memberOf(output, 'visualizations')];
  if (isMap(image)) return [image];
  return Array.isArray(visualizations) ? visualizations : [];
}

/** Returns the id of a job or an asset, or of the answer with one as its body; accepts a plain id, too. */
function idOf(value: unknown): unknown {
  if (typeof value === 'string') return value;
  return memberOf(value, 'id') ?? memberOf(memberOf(value, 'body'), 'id');
}

/** All pure functions. The reference is generated from this table, too. */
export const FUNCTION_TABLE: FunctionTable = {
  ...LIST_FUNCTIONS,
  ...TEXT_FUNCTIONS,
  ...NUMBER_FUNCTIONS,
  ...PICTURE_FUNCTIONS,
  ...VALUE_FUNCTIONS,
};
const ENTRIES = Object.entries(FUNCTION_TABLE);

/** Functions whose value depends only on their arguments. They never throw. */
export const PURE_FUNCTIONS: Scope['functions'] = Object.fromEntries(
  ENTRIES.map(([name, entry]) => [name, totalFunction(entry)]),
);

export const PURE_ARITIES: KnownFunctions = Object.fromEntries(
  ENTRIES.map(([name, [takes]]) => [name, arityIn(takes)]),
);

/** The signatures, such as `slice(list|text, number, number?)`. */
export const PURE_SIGNATURES: readonly string[] = ENTRIES.map(([name, [takes]]) => `${name}(${takes})`);
