import { didYouMean } from '../../../shared/nearest.ts';
import { plain } from '../yaml/node.ts';
import type { Check } from './finding.ts';
import { refuse, type Use } from './operators/operator.ts';

/** Checks a value against the named shape; each mismatch has its own place. */
export function shapeCheck({ node, context }: Use): Check {
  const name = String(plain(node));
  if (!context.shapes.has(name))
    return refuse(context, node.place, `there is no shape ${name}${didYouMean(name, [...context.shapes])}`);
  return ({ value, pointer }, { kit }) => {
    const mismatches = kit.shape(name, value).map((mismatch) => ({ ...mismatch, pointer: pointer + mismatch.pointer }));
    return { mismatches, untested: [] };
  };
}
