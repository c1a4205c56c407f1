import { ExpressionError } from '../../../shared/expression/expression-error.ts';
import { type Expression, parseExpression, partsOf, type Tree } from '../../../shared/expression/parse-expression.ts';
import type { Known, KnownFunctions, KnownNames } from '../../../shared/expression/scope.ts';
import { didYouMean } from '../../../shared/nearest.ts';
import type { Place, ScalarNode } from '../../../shared/yaml/node.ts';
import type { Problem } from '../yaml/problem.ts';

/** The place of a text, the list of problems, and the known names. If `known` is null, names are not checked. */
export type Source = { place: Place; textColumn: number | null; problems: Problem[]; known: Known | null };

export function sourceOf({ place, textColumn }: ScalarNode, problems: Problem[], known: Known | null): Source {
  return { place, textColumn: textColumn ?? null, problems, known };
}

/** Compiles the expression at an offset of the text. Returns null, and reports a problem, if it cannot be parsed. */
export function compileExpression(text: string, offset: number, source: Source): Expression | null {
  try {
    const expression = parseExpression(text);
    const problems = source.known === null ? [] : checkExpression(expression, source.known);
    for (const problem of problems) refuse(source, offset + problem.offset, `${shortened(text)}: ${problem.message}`);
    return expression;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    refuse(source, offset + error.offset, `${shortened(text)}: ${error.message}`);
    return null;
  }
}

export function refuse({ place, textColumn, problems }: Source, offset: number, message: string): void {
  problems.push({ place: textColumn === null ? place : { ...place, column: textColumn + offset }, message });
}

const SHOWN = 60;

function shortened(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
}

type ExpressionProblem = { offset: number; message: string };

/** Returns the problems with the names of an expression: unknown names, members and functions. */
export function checkExpression({ tree }: Expression, known: Known): ExpressionProblem[] {
  const problems: ExpressionProblem[] = [];
  checkTree(tree, { known, refuse: (offset, message) => problems.push({ offset, message }) });
  return problems;
}

type Check = { known: Known; refuse(offset: number, message: string): void };

function checkTree(tree: Tree, check: Check): void {
  if (tree.kind === 'name' || tree.kind === 'member' || tree.kind === 'index') {
    namesBelow(tree, check);
    return;
  }
  if (tree.kind === 'call') checkCall(tree, check);
  for (const part of partsOf(tree)) checkTree(part, check);
}

/** Returns the names below this one; true if any name is allowed, for example after a reported problem. */
function namesBelow(tree: Tree, check: Check): true | KnownNames {
  if (tree.kind === 'name') return lookUp(tree.name, check.known.names, tree.at, check, '');
  if (tree.kind !== 'member' && tree.kind !== 'index') {
    checkTree(tree, check);
    return true;
  }
  const names = namesBelow(tree.of, check);
  const name = tree.kind === 'member' ? tree.name : literalName(tree.by, check);
  return names === true || name === null ? true : lookUp(name, names, tree.at, check, `${pathOf(tree.of)} has no `);
}

function literalName(tree: Tree, check: Check): string | null {
  checkTree(tree, check);
  return tree.kind === 'literal' && typeof tree.value === 'string' ? tree.value : null;
}

function lookUp(name: string, names: KnownNames, offset: number, check: Check, prefix: string): true | KnownNames {
  if (Object.hasOwn(names, name)) return names[name] ?? true;
  const near = didYouMean(name, Object.keys(names));
  check.refuse(offset, `${prefix === '' ? 'there is no ' : prefix}${name}${near === '' ? choice(names) : near}`);
  return true;
}

/** Longer lists are not printed. */
const FEW = 10;

function choice(names: KnownNames): string {
  const all = Object.keys(names);
  return all.length === 0 || all.length > FEW ? '' : `; there is ${all.join(', ')}`;
}

function pathOf(tree: Tree): string {
  if (tree.kind === 'name') return tree.name;
  if (tree.kind === 'member') return `${pathOf(tree.of)}.${tree.name}`;
  return tree.kind === 'index' ? `${pathOf(tree.of)}[…]` : 'it';
}

function checkCall({ name, args, at }: Tree & { kind: 'call' }, { known, refuse }: Check): void {
  const arity = Object.hasOwn(known.functions, name) ? known.functions[name] : undefined;
  if (arity === undefined) {
    refuse(at, `there is no function ${name}${didYouMean(name, Object.keys(known.functions))}`);
    return;
  }
  const [least, most] = arity;
  if (args.length < least || args.length > most) refuse(at, `${name} takes ${arityText(arity)}, not ${args.length}`);
}

function arityText([least, most]: KnownFunctions[string]): string {
  if (most === Number.POSITIVE_INFINITY) return `at least ${counted(least)}`;
  return least === most ? counted(most) : `${least} to ${counted(most)}`;
}

function counted(count: number): string {
  return count === 1 ? '1 argument' : `${count === 0 ? 'no' : count} arguments`;
}
