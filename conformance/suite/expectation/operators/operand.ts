import { type Path, parsePath } from '../../../../shared/expression/paths.ts';
import { MissingValue, type Scope } from '../../../../shared/expression/scope.ts';
import { type Node, plain } from '../../../../shared/yaml/node.ts';
import { compileCondition } from '../../expression/condition.ts';
import { compileTemplate, render, renderLoose } from '../../expression/template.ts';
import { valueText } from '../finding.ts';
import type { Context } from './operator.ts';

/** An argument whose value is determined when the expectation is judged. */
export type Operand<Value = unknown> = (scope: Scope) => Value;

/** Compiles a value, rendering its `${…}`. */
export function valueOperand(node: Node, { problems, known }: Context): Operand {
  const template = compileTemplate(node, problems, known);
  return (scope) => render(template, scope);
}

/** An earlier value, named by an expression. Accepts `previous`, `first.body` and `${first.body}`. */
export function referenceOperand(node: Node, context: Context): Operand {
  if (node.kind === 'list') {
    const several = node.items.map((item) => referenceOperand(item, context));
    return (scope) => several.map((operand) => operand(scope));
  }
  if (node.kind !== 'scalar' || typeof node.value !== 'string') return valueOperand(node, context);
  const condition = compileCondition(node, context.problems, context.known);
  return (scope) => {
    const value = condition.evaluate(scope);
    if (value === undefined) throw new MissingValue(condition.text);
    return value;
  };
}

/**
 * An argument that must be parsed. A constant is parsed at compile time, so that a mistake is reported before anything
 * runs.
 */
export function parsedOperand<Value>(
  node: Node,
  context: Context,
  parse: (value: unknown) => Value | null,
  wanted: string,
): Operand<Value> {
  if (!isDynamic(node)) return constantOperand(node, context, parse, wanted);
  const operand = valueOperand(node, context);
  return (scope) => {
    const value = operand(scope);
    const parsed = parse(value);
    if (parsed === null) throw unusable(node, wanted, value);
    return parsed;
  };
}

/** Like `parsedOperand`, for an optional argument. */
export function optionalOperand<Value>(
  node: Node | undefined,
  context: Context,
  parse: (value: unknown) => Value | null,
  wanted: string,
  fallback: Value,
): Operand<Value> {
  return node === undefined ? () => fallback : parsedOperand(node, context, parse, wanted);
}

export function listOperand(node: Node, context: Context): Operand<readonly unknown[]> {
  return parsedOperand(node, context, (value) => (Array.isArray(value) ? value : null), 'a list');
}

/** A value of the wrong type leaves the expectation untested, like a missing value. */
function unusable(node: Node, wanted: string, value: unknown): MissingValue {
  const text = String(plain(node));
  const error = new MissingValue(text);
  error.message = `${text} must be ${wanted}, and is ${valueText(value)}`;
  return error;
}

function constantOperand<Value>(
  node: Node,
  { problems }: Context,
  parse: (value: unknown) => Value | null,
  wanted: string,
): Operand<Value> {
  const value = parse(plain(node));
  if (value === null) problems.push({ place: node.place, message: `${valueText(plain(node))} must be ${wanted}` });
  return () => {
    if (value === null) throw new MissingValue(wanted);
    return value;
  };
}

/** Returns whether any part is known only when it is judged. */
function isDynamic(node: Node): boolean {
  if (node.kind === 'scalar') return typeof node.value === 'string' && node.value.includes('${');
  if (node.kind === 'list') return node.items.some(isDynamic);
  return node.entries.some(({ key, value }) => key.includes('${') || isDynamic(value));
}

/** Makes a parser of lists, which treats a single value as a list of one. */
export function listParser<Value>(parse: (value: unknown) => Value | null): (value: unknown) => Value[] | null {
  return (value) => {
    const parsed = (Array.isArray(value) ? value : [value]).map(parse);
    return parsed.every((each) => each !== null) ? parsed : null;
  };
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Formats part of an expectation for a failure, with the values of its templates. */
export function asWritten(node: Node): (scope: Scope) => string {
  const template = compileTemplate(node, [], null);
  return (scope) => valueText(renderLoose(template, scope) ?? plain(node));
}

/** The path that an argument names. */
export function pathAt(node: Node, { problems }: Pick<Context, 'problems'>): Path {
  const path = parsePath(String(plain(node)));
  if (path === null)
    problems.push({ place: node.place, message: `${plain(node)} is not a path such as body.data[0].id` });
  return path ?? [];
}
