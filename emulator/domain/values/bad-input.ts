import * as z from 'zod';
import { firstOf, MOST_LINES } from '../../../shared/first-of.ts';
import { didYouMean } from '../../../shared/nearest.ts';
import type { FieldProblem } from '../errors.ts';
import { plainProblem } from './plain-problem.ts';

type Path = readonly PropertyKey[];

export type InputProblem = FieldProblem & { at: Path };

/** Invalid input from a user of the emulator, with one problem for each place. */
export class BadInput extends Error {
  readonly problems: readonly FieldProblem[];

  constructor(what: string, problems: readonly FieldProblem[]) {
    super([`${what} is not valid:`, ...firstOf(problems.map(textOf)).map((line) => `  ${line}`)].join('\n'));
    this.name = 'BadInput';
    this.problems = problems;
  }
}

/** An account that is given but undefined is a mistake in code: it would mean the first account, or all accounts. */
export function refuseUndefinedAccount(what: string, input: object): void {
  if (!Object.hasOwn(input, 'account') || (input as { account?: unknown }).account !== undefined) return;
  throw new BadInput(what, [{ path: 'account', problem: 'is undefined: name an account, or remove the field' }]);
}

function textOf({ path, problem }: FieldProblem): string {
  return `${path}: ${problem}`;
}

/** The parsed value; or a `BadInput` with every invalid place and, for a mistyped name, the nearest one. */
export function parseInput<Schema extends z.ZodType>(what: string, schema: Schema, input: unknown): z.output<Schema> {
  // Most schemas are used once or twice; compiling a parser would take more time than it saves.
  const parsed = schema.safeParse(input, { jitless: true });
  if (parsed.success) return parsed.data;
  const problems = inputProblems(schema, parsed.error);
  throw new BadInput(
    what,
    problems.map(({ path, problem }) => ({ path, problem })),
  );
}

/** The first problems and the number of others: users fix a few, and try again. */
export function inputProblems(schema: z.ZodType, error: z.ZodError): InputProblem[] {
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const all = error.issues.flatMap(innermost).flatMap(singly);
  const shown = all.slice(0, MOST_LINES).map(({ at, unknown, message }) => {
    if (unknown === null) return { at, path: pathText(at), problem: plainProblem(message) };
    const problem = `is not a known field${didYouMean(unknown, namesAt(shape, at.slice(0, -1)))}`;
    return { at, path: pathText(at), problem };
  });
  const more = all.length - shown.length;
  return more === 0 ? shown : [...shown, { at: [], path: 'body', problem: `has ${more} more problems` }];
}

/** A single problem; for an unknown field, its name. */
type Single = { at: Path; unknown: string | null; message: string };

function singly(issue: z.core.$ZodIssue): Single[] {
  if (issue.code !== 'unrecognized_keys') return [{ at: issue.path, unknown: null, message: issue.message }];
  return issue.keys.map((key) => ({ at: [...issue.path, key], unknown: key, message: '' }));
}

/** The problems of the member of a union that was most likely meant: the one with the fewest and deepest problems. */
function innermost(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const forms = issue.errors.map((form) =>
    form.flatMap((inner) => innermost({ ...inner, path: [...issue.path, ...inner.path] })),
  );
  const depth = (form: readonly z.core.$ZodIssue[]) =>
    form.reduce((deepest, { path }) => Math.max(deepest, path.length), Number.NEGATIVE_INFINITY);
  const [meant] = forms.sort((a, b) => a.length - b.length || depth(b) - depth(a));
  const isElsewhere = meant?.some(({ path, code }) => path.length > issue.path.length || code !== 'invalid_type');
  return meant !== undefined && isElsewhere ? meant : [issue];
}

/** Such as `inputs[0].asset_id`; `body` for the whole value. */
export function pathText(path: Path): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return text.replace(/^\./, '') || 'body';
}

type Shape = {
  properties?: Record<string, Shape>;
  propertyNames?: { enum?: string[] };
  items?: Shape | Shape[];
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
};

/** The names that a JSON Schema accepts at a place. */
function namesAt(shape: unknown, path: Path): string[] {
  let places = alternatives(shape as Shape);
  for (const part of path) {
    places = places.flatMap(({ properties, items }) => {
      const inner =
        typeof part === 'number' ? (Array.isArray(items) ? items[part] : items) : properties?.[String(part)];
      return inner === undefined ? [] : alternatives(inner);
    });
  }
  return places.flatMap(({ properties, propertyNames }) => [...namesIn(properties), ...(propertyNames?.enum ?? [])]);
}

/** The names, followed by those one level deeper, such as `codes.not_found`. */
function namesIn(properties: Record<string, Shape> = {}): string[] {
  const inner = Object.entries(properties).flatMap(([name, shape]) =>
    alternatives(shape).flatMap((one) => Object.keys(one.properties ?? {}).map((deeper) => `${name}.${deeper}`)),
  );
  return [...Object.keys(properties), ...inner];
}

function alternatives(shape: Shape): Shape[] {
  const inner = [...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])];
  return [shape, ...inner.flatMap(alternatives)];
}
