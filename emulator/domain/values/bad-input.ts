import * as z from 'zod';
import { didYouMean } from '../../../shared/nearest.ts';
import type { FieldProblem } from '../errors.ts';

type Path = readonly PropertyKey[];

/** A problem with its place, both as text and as a path. */
export type InputProblem = FieldProblem & { at: Path };

/** What a user of the emulator wrote and what is wrong with it, place by place. */
export class BadInput extends Error {
  readonly problems: readonly FieldProblem[];

  constructor(what: string, problems: readonly FieldProblem[]) {
    super(`${what} is not valid:\n${problems.map(({ path, problem }) => `  ${path}: ${problem}`).join('\n')}`);
    this.name = 'BadInput';
    this.problems = problems;
  }
}

/** The parsed value, or a `BadInput` that names every wrong place and, for a mistyped name, the nearest known one. */
export function parseInput<Schema extends z.ZodType>(what: string, schema: Schema, input: unknown): z.output<Schema> {
  // Most schemas are used once or twice: compiling a parser costs more time than it saves.
  const parsed = schema.safeParse(input, { jitless: true });
  if (parsed.success) return parsed.data;
  const problems = inputProblems(schema, parsed.error);
  throw new BadInput(
    what,
    problems.map(({ path, problem }) => ({ path, problem })),
  );
}

export function inputProblems(schema: z.ZodType, error: z.ZodError): InputProblem[] {
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return error.issues.flatMap(innermost).flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys')
      return [{ at: issue.path, path: pathText(issue.path), problem: issue.message }];
    return issue.keys.map((key) => {
      const problem = `is not a known field${didYouMean(key, namesAt(shape, issue.path))}`;
      return { at: [...issue.path, key], path: pathText([...issue.path, key]), problem };
    });
  });
}

/** Of a union, what is wrong with the form that was most likely meant: the one with the fewest and deepest problems. */
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

/** `inputs[0].asset_id`, and `body` for the whole. */
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

/** The names that a JSON Schema knows at a place. */
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

/** Names, and behind them those one level deeper, as `codes.not_found`. */
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
