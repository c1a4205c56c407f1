import { valueAt } from '../suite/expectation/paths.ts';
import { evaluate } from '../suite/expression/evaluate.ts';
import { parseExpression } from '../suite/expression/parse-expression.ts';
import type { Scope } from '../suite/expression/scope.ts';

/** What stands at a path of the subject, or below the name of an earlier answer: `status`, `end.body.status`. */
export function observed(path: string, subject: unknown, scope: Scope): unknown {
  const root = /^[\w-]+/.exec(path)?.[0] ?? '';
  if (Object.hasOwn(scope.names, root)) return evaluate(parseExpression(path), scope) ?? null;
  return valueAt(subject, path) ?? null;
}
