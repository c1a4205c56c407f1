import { isEqual } from './equal.ts';
import type { BinarySign, Expression, Tree } from './parse-expression.ts';
import type { Scope } from './scope.ts';
import { add, calculate, compare, isIn, memberOf, numberIn, subtract } from './values.ts';

/** The value of an expression. It never throws: what needs a missing value is undefined, or compares as false. */
export function evaluate(expression: Expression, scope: Scope): unknown {
  return resultOf(expression.tree, scope);
}

function resultOf(tree: Tree, scope: Scope): unknown {
  switch (tree.kind) {
    case 'literal':
      return tree.value;
    case 'name':
      return Object.hasOwn(scope.names, tree.name) ? scope.names[tree.name] : undefined;
    case 'member':
      return memberNamed(tree, scope);
    case 'index':
      return memberOf(resultOf(tree.of, scope), resultOf(tree.by, scope));
    case 'call':
      return call(tree, scope);
    case 'list':
      return allOrNothing(tree.items.map((item) => resultOf(item, scope)));
    case 'map':
      return mapOf(tree.entries, scope);
    case 'unary':
      return unary(tree.sign, resultOf(tree.of, scope));
    case 'binary':
      return binary(tree, scope);
    case 'choice':
      return resultOf(resultOf(tree.when, scope) ? tree.yes : tree.no, scope);
  }
}

/** Headers are stored in lower case, and may be written in any case. */
function memberNamed({ of, name }: Tree & { kind: 'member' }, scope: Scope): unknown {
  const whole = resultOf(of, scope);
  const member = memberOf(whole, name);
  const isHeader = (of.kind === 'member' || of.kind === 'name') && of.name === 'header';
  return member === undefined && isHeader ? memberOf(whole, name.toLowerCase()) : member;
}

const TAKES_MISSING: readonly string[] = ['defined', 'default'];

function call({ name, args }: Tree & { kind: 'call' }, scope: Scope): unknown {
  const values = args.map((arg) => resultOf(arg, scope));
  if (values.includes(undefined) && !TAKES_MISSING.includes(name)) return undefined;
  return Object.hasOwn(scope.functions, name) ? scope.functions[name]?.(...values) : undefined;
}

/** Undefined if any value is: a request without a field that was never received would test something else. */
function allOrNothing(values: readonly unknown[]): readonly unknown[] | undefined {
  return values.includes(undefined) ? undefined : values;
}

function mapOf(entries: (Tree & { kind: 'map' })['entries'], scope: Scope): unknown {
  const values = allOrNothing(entries.map(([, value]) => resultOf(value, scope)));
  return values && Object.fromEntries(entries.map(([key], index) => [key, values[index]]));
}

function unary(sign: '!' | '-', value: unknown): unknown {
  if (sign === '!') return !value;
  const number = numberIn(value);
  return number === null ? undefined : -number;
}

function binary({ sign, left, right }: Tree & { kind: 'binary' }, scope: Scope): unknown {
  const one = resultOf(left, scope);
  if (sign === '&&') return one ? resultOf(right, scope) : one;
  if (sign === '||') return one ? one : resultOf(right, scope);
  return OPERATIONS[sign](one, resultOf(right, scope));
}

type Operation = (one: unknown, other: unknown) => unknown;

const OPERATIONS: Readonly<Record<Exclude<BinarySign, '&&' | '||'>, Operation>> = {
  '+': add,
  '-': subtract,
  '*': (one, other) => calculate(one, other, (left, right) => left * right),
  '/': (one, other) => calculate(one, other, (left, right) => left / right),
  '%': (one, other) => calculate(one, other, (left, right) => left % right),
  '==': isEqual,
  '!=': (one, other) => !isEqual(one, other),
  '<': comparing((order) => order < 0),
  '<=': comparing((order) => order <= 0),
  '>': comparing((order) => order > 0),
  '>=': comparing((order) => order >= 0),
  in: isIn,
};

function comparing(holds: (order: number) => boolean): Operation {
  return (one, other) => {
    const order = compare(one, other);
    return order !== null && holds(order);
  };
}
