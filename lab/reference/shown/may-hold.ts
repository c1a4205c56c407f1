import type { Condition } from '../../../conformance/suite/expression/condition.ts';
import { PURE_FUNCTIONS } from '../../../conformance/suite/expression/functions.ts';
import { evaluate } from '../../../shared/expression/evaluate.ts';
import { partsOf, type Tree } from '../../../shared/expression/parse-expression.ts';

/** The values that are known before a run, by name. Any other name may have any value. */
export type KnownValues = Readonly<Record<string, unknown>>;

/** Whether a condition may be true once a run has determined the unknown values. */
export function mayHold({ tree }: Pick<Condition, 'tree'>, known: KnownValues): boolean {
  return truthOf(tree, known) !== false;
}

/** Null if it depends on values that only a run determines. */
function truthOf(tree: Tree, known: KnownValues): boolean | null {
  if (isKnown(tree, known)) return Boolean(evaluate({ text: '', tree }, { names: known, functions: PURE_FUNCTIONS }));
  if (tree.kind === 'unary' && tree.sign === '!') return opposite(truthOf(tree.of, known));
  if (tree.kind !== 'binary') return null;
  const sides = [truthOf(tree.left, known), truthOf(tree.right, known)];
  if (tree.sign === '&&') return sides.includes(false) ? false : null;
  return tree.sign === '||' && sides.includes(true) ? true : null;
}

function opposite(truth: boolean | null): boolean | null {
  return truth === null ? null : !truth;
}

function isKnown(tree: Tree, known: KnownValues): boolean {
  if (tree.kind === 'name') return Object.hasOwn(known, tree.name);
  return partsOf(tree).every((part) => isKnown(part, known));
}
