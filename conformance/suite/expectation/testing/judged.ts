import type { KnownNames, Scope } from '../../../../shared/expression/scope.ts';
import type { Node } from '../../../../shared/yaml/node.ts';
import { PURE_ARITIES, PURE_FUNCTIONS } from '../../expression/functions.ts';
import type { Problem } from '../../yaml/problem.ts';
import { documentsOf } from '../../yaml/source-file.ts';
import { compileExpectation, type Evaluation, evaluateExpectation } from '../expectation.ts';
import type { Subject } from '../operators/operator.ts';
import type { Shapes } from '../shapes.ts';

type Options = { names?: Record<string, unknown>; subject?: Subject; shape?: Shapes['check'] };

/** Evaluates a written expectation for a subject. A mistake in the expectation fails the test. */
export function judged(text: string, subject: unknown, options: Options = {}): Evaluation {
  const { expectation, problems } = compiled(text, options);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
  const scope: Scope = { names: options.names ?? {}, functions: PURE_FUNCTIONS };
  return evaluateExpectation(expectation, subject, scope);
}

/** Returns `held`, `violated` or `untested` for a value below a path. */
export function outcome(matcher: string, value: unknown, names: Record<string, unknown> = {}): Evaluation['outcome'] {
  return judged(`{body: ${matcher}}`, { body: value }, { names }).outcome;
}

/** Returns the places of the mismatches. */
export function pointers(evaluation: Evaluation): string[] {
  return evaluation.outcome === 'violated' ? evaluation.mismatches.map(({ pointer }) => pointer) : [];
}

/** Returns the mistakes found while compiling an expectation, as `line:column message`. */
export function mistakes(text: string, options: Options = {}): string[] {
  return compiled(text, options).problems.map(({ place, message }) => `${place.line}:${place.column} ${message}`);
}

function compiled(text: string, { names = {}, subject = 'view', shape = () => [] }: Options) {
  const problems: Problem[] = [];
  const [node] = documentsOf({ file: 'test.yaml', text }) as [Node];
  const known = {
    names: Object.fromEntries(Object.keys(names).map((name) => [name, true])) as KnownNames,
    functions: PURE_ARITIES,
  };
  const shapeNames = ['job', 'asset'];
  const shapes: Shapes = {
    names: () => shapeNames,
    has: (name) => shapeNames.includes(name),
    prepare: async () => {},
    check: shape,
  };
  const expectation = compileExpectation(node, { problems, known, shapes, subject });
  return { expectation, problems };
}
