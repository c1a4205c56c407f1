import { ExpressionError } from '../../../shared/expression/expression-error.ts';
import { type Expression, parseExpression } from '../../../shared/expression/parse-expression.ts';
import type { Known } from '../../../shared/expression/scope.ts';
import type { Place, ScalarNode } from '../yaml/node.ts';
import type { Problem } from '../yaml/problem.ts';
import { checkExpression, type ExpressionProblem } from './check-expression.ts';

/** The place of a text, the problems, and the known names. Names are not checked where `known` is null. */
export type Source = { place: Place; textColumn: number | null; problems: Problem[]; known: Known | null };

export function sourceOf({ place, textColumn }: ScalarNode, problems: Problem[], known: Known | null): Source {
  return { place, textColumn: textColumn ?? null, problems, known };
}

/** Compiles the expression that begins at an offset of the text; null, and a problem, where it cannot be parsed. */
export function compileExpression(text: string, offset: number, source: Source): Expression | null {
  try {
    const expression = parseExpression(text);
    const problems = source.known === null ? [] : checkExpression(expression, source.known);
    for (const problem of problems)
      report(source, {
        ...problem,
        offset: offset + problem.offset,
        message: `${shortened(text)}: ${problem.message}`,
      });
    return expression;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    refuse(source, offset + error.offset, `${shortened(text)}: ${error.message}`);
    return null;
  }
}

export function refuse(source: Source, offset: number, message: string): void {
  report(source, { offset, message });
}

function report({ place, textColumn, problems }: Source, { offset, ...problem }: ExpressionProblem): void {
  problems.push({ place: textColumn === null ? place : { ...place, column: textColumn + offset }, ...problem });
}

const SHOWN = 60;

function shortened(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
}
