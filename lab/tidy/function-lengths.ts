import { parseAst } from 'rolldown/parseAst';
import { isNode, type Node } from './call-spreads.ts';

/** The number of lines of each function in a source, including inner functions, and its first line. */
export function functionLengths(source: string, lang: 'ts' | 'tsx' = 'ts'): { line: number; lines: number }[] {
  const lengths: { line: number; lines: number }[] = [];
  const visit = (node: Node): void => {
    if (/^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type))
      lengths.push({
        line: source.slice(0, node.start).split('\n').length,
        lines: source.slice(node.start, node.end).split('\n').length,
      });
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child);
  };
  visit(parseAst(source, { lang }) as unknown as Node);
  return lengths;
}
