import { parseAst } from 'rolldown/parseAst';

/**
 * Finds lists that are spread into the arguments of a call, `list.push(...more)` or `Math.max(...sizes)`. Arguments are
 * passed on the stack, which overflows at about 120,000. Lists written in the code, and lists that were arguments
 * themselves, are never that long.
 */
export type CallSpread = { line: number; text: string };

export type Node = { type: string; start: number; end: number } & Record<string, unknown>;

export function unboundedSpreads(source: string, lang: 'ts' | 'tsx' = 'ts'): CallSpread[] {
  const found: CallSpread[] = [];
  const visit = (node: Node, rest: readonly string[]): void => {
    const known = [...rest, ...restNames(node)];
    if (isUnboundedCall(node, known)) {
      const line = source.slice(0, node.start).split('\n').length;
      found.push({ line, text: source.slice(node.start, node.end).replace(/\s+/g, ' ') });
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, known);
  };
  visit(parseAst(source, { lang }) as unknown as Node, []);
  return found;
}

function isUnboundedCall({ type, callee, arguments: given }: Node, rest: readonly string[]): boolean {
  if (type !== 'CallExpression' && type !== 'NewExpression') return false;
  if (isNode(callee) && nameOf(callee['property']) === 'apply') return true;
  return nodesOf(given).some((one) => one.type === 'SpreadElement' && !isBounded(one['argument'], rest));
}

function restNames({ params }: Node): string[] {
  return nodesOf(params).flatMap((one) => (one.type === 'RestElement' ? (nameOf(one['argument']) ?? []) : []));
}

/** A CONSTANT, a `...rest` parameter, a list or string literal, or a list with one item for each of theirs. */
function isBounded(node: unknown, rest: readonly string[]): boolean {
  if (!isNode(node)) return false;
  const { type, expression, elements, callee, arguments: given } = node;
  const name = nameOf(node);
  if (name !== null) return rest.includes(name) || /^[A-Z][A-Z\d_]*$/.test(name);
  if (type === 'Literal') return true;
  if (type === 'TSAsExpression' || type === 'ParenthesizedExpression') return isBounded(expression, rest);
  if (type === 'ArrayExpression')
    return nodesOf(elements).every((one) => one.type !== 'SpreadElement' || isBounded(one['argument'], rest));
  if (type !== 'CallExpression' || !isNode(callee)) return false;
  if (nameOf(callee['object']) === 'Object') return nodesOf(given).every((one) => isBounded(one, rest));
  return ['map', 'filter'].includes(nameOf(callee['property']) ?? '') && isBounded(callee['object'], rest);
}

function nameOf(node: unknown): string | null {
  return isNode(node) && node.type === 'Identifier' ? String(node['name']) : null;
}

function nodesOf(list: unknown): Node[] {
  return Array.isArray(list) ? list.filter(isNode) : [];
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
