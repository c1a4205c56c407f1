import type { Tree } from '../parse-expression.ts';

/** An expression with all parentheses: parsing it gives the same tree. */
export function printTree(tree: Tree): string {
  switch (tree.kind) {
    case 'literal':
      return JSON.stringify(tree.value);
    case 'name':
      return tree.name;
    case 'member':
      return `${printTree(tree.of)}.${tree.name}`;
    case 'index':
      return `${printTree(tree.of)}[${printTree(tree.by)}]`;
    case 'call':
      return `${tree.name}(${tree.args.map(printTree).join(', ')})`;
    case 'list':
      return `[${tree.items.map(printTree).join(', ')}]`;
    case 'map':
      return `{${tree.entries.map(([key, value]) => `${JSON.stringify(key)}: ${printTree(value)}`).join(', ')}}`;
    case 'unary':
      return `(${tree.sign}${printTree(tree.of)})`;
    case 'binary':
      return `(${printTree(tree.left)} ${tree.sign} ${printTree(tree.right)})`;
    case 'choice':
      return `(${printTree(tree.when)} ? ${printTree(tree.yes)} : ${printTree(tree.no)})`;
  }
}
