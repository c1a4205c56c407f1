import { evaluate } from '../../../shared/expression/evaluate.ts';
import { parseExpression } from '../../../shared/expression/parse-expression.ts';
import { type Path, parsePath } from '../../../shared/expression/paths.ts';
import type { Scope } from '../../../shared/expression/scope.ts';
import { splitTemplate } from '../../../shared/expression/split-template.ts';
import { asText } from '../../../shared/expression/values.ts';

/** A value in a scope; undefined if any part of it is. */
export type Value = (scope: Scope) => unknown;

export function compileValue(written: unknown): Value {
  if (typeof written === 'string') return compileText(written);
  if (typeof written !== 'object' || written === null) return () => written;
  if (Array.isArray(written)) {
    const items = written.map(compileValue);
    return (scope) => wholeList(items.map((item) => item(scope)));
  }
  const members = Object.entries(written).map(([name, value]) => [compileValue(name), compileValue(value)] as const);
  return (scope) => {
    const values = members.map(([name, value]) => [asText(name(scope)), value(scope)] as const);
    return wholeList(values.map(([, value]) => value)) && Object.fromEntries(values);
  };
}

export function compileExpression(text: string): Value {
  const expression = parseExpression(text);
  return (scope) => evaluate(expression, scope);
}

export function compilePath(text: string): Path {
  const path = parsePath(text);
  if (path === null) throw new Error(`${text} is not a path; write one such as body.data[*].id`);
  return path;
}

function compileText(text: string): Value {
  const split = splitTemplate(text);
  if (!Array.isArray(split)) throw new Error(`\${ has no } in ${text}`);
  const parts = split.map((part) => (part.kind === 'text' ? () => part.text : compileExpression(part.text)));
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  return (scope) =>
    wholeList(parts.map((part) => part(scope)))
      ?.map(asText)
      .join('');
}

function wholeList(values: readonly unknown[]): readonly unknown[] | undefined {
  return values.includes(undefined) ? undefined : values;
}
