import { compileTemplate, renderLoose } from '../../expression/template.ts';
import { type Node, plain } from '../../yaml/node.ts';
import { type Run, valueText } from '../finding.ts';

/** A part of an expectation as a failure tells it: with the values that its templates had. */
export function asWritten(node: Node): (run: Run) => string {
  const template = compileTemplate(node, [], null);
  return ({ scope }) => valueText(renderLoose(template, scope) ?? plain(node));
}
