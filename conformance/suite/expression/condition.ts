import { evaluate } from '../../../shared/expression/evaluate.ts';
import { partsOf, type Tree } from '../../../shared/expression/parse-expression.ts';
import type { Known, Scope } from '../../../shared/expression/scope.ts';
import { splitTemplate } from '../../../shared/expression/split-template.ts';
import type { Node } from '../../../shared/yaml/node.ts';
import type { Problem } from '../yaml/problem.ts';
import { compileExpression, sourceOf } from './compile-text.ts';

/** A condition that must hold: the bare text of `if`, `needs` and `when`. */
export type Condition = {
  readonly text: string;
  /** The names that it uses, such as `tenant` and `driver.clock`. If it does not hold, the target lacks one of them. */
  readonly asks: readonly string[];
  readonly tree: Tree;
  evaluate(scope: Scope): unknown;
};

/** Accepts an expression with or without `${` and `}` around it. An undefined value does not hold. */
export function compileCondition(node: Node, problems: Problem[], known: Known | null): Condition {
  if (node.kind !== 'scalar' || node.value === null) {
    problems.push({ place: node.place, message: 'a condition must be an expression, such as feature.lists' });
    return NEVER;
  }
  const written = String(node.value);
  const parts = splitTemplate(written);
  const [part] = Array.isArray(parts) && parts.length === 1 ? parts : [];
  const { text, at } = part?.kind === 'expression' ? part : { text: written, at: 0 };
  const expression = compileExpression(text, at, sourceOf(node, problems, known));
  if (expression === null) return NEVER;
  return {
    text: expression.text,
    asks: [...new Set(namesIn(expression.tree))],
    tree: expression.tree,
    evaluate: (scope) => evaluate(expression, scope),
  };
}

const NEVER: Condition = {
  text: 'false',
  asks: [],
  tree: { kind: 'literal', value: false, at: 0 },
  evaluate: () => undefined,
};

/** Returns the names, and the names with the first member that is read from them. */
function namesIn(tree: Tree): string[] {
  if (tree.kind === 'name') return [tree.name];
  const own = tree.kind === 'member' && tree.of.kind === 'name' ? [`${tree.of.name}.${tree.name}`] : [];
  return [...own, ...partsOf(tree).flatMap(namesIn)];
}
