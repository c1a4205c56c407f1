import { parseDuration, parseInstant } from '../../../../shared/expression/quantities.ts';
import type { Node } from '../../yaml/node.ts';
import { type Check, type Finding, joined, type Run, type Target, untested, violated } from '../finding.ts';
import { elementsOf, memberOf } from '../paths.ts';
import { DURATION } from './measure.ts';
import { parsedOperand, referenceOperand } from './operand.ts';
import { type Context, NEVER_RUN, type Use } from './operator.ts';
import { readOptions } from './options.ts';

/** The name in the scope of the instant until which deliveries were observed. */
const OBSERVED_UNTIL = 'observed_until';

/**
 * Nothing may come for some time after an element. An observation that was shorter leaves it untested; an element that comes
 * too early violates it in any case.
 */
export function noneAfter({ node, context }: Use): Check {
  const options = readOptions(node, { required: ['index', 'for'], optional: ['by'] }, context);
  if (options?.index === undefined || options.for === undefined) return NEVER_RUN;
  const index = parsedOperand(options.index, context, parseIndex, 'last, or a position counted from 0');
  const length = parsedOperand(options.for, context, parseDuration, DURATION);
  const until = untilOf(options.by, context);
  return (target, run) => {
    if (!Array.isArray(target.value)) return violated(target, 'a list');
    const wanted = index(run);
    const elements = elementsOf(target.value, target.pointer);
    const position = wanted === 'last' ? elements.length - 1 : wanted;
    return judgeSilence(elements, position, { length: length(run), until: until(run) });
  };
}

function parseIndex(value: unknown): number | 'last' | null {
  if (value === 'last') return value;
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;
}

function untilOf(by: Node | undefined, context: Context): (run: Run) => number | null {
  if (by === undefined) return ({ scope }) => instantOf(scope.names[OBSERVED_UNTIL]);
  const until = referenceOperand(by, context);
  return (run) => instantOf(until(run));
}

function judgeSilence(
  elements: readonly Target[],
  position: number,
  window: { length: number; until: number | null },
): Finding {
  const start = instantOf(elements[position] && memberOf(elements[position], 'at').value);
  if (start === null) return untested(`there is no element ${position} after which to look for more`);
  const end = start + window.length;
  const tooEarly = elements
    .slice(position + 1)
    .filter((element) => (instantOf(memberOf(element, 'at').value) ?? end) < end);
  if (tooEarly.length > 0)
    return joined(
      tooEarly.map((element) => violated(memberOf(element, 'at'), `nothing before ${new Date(end).toISOString()}`)),
    );
  if (window.until !== null && window.until >= end) return { mismatches: [], untested: [] };
  return untested('nobody looked long enough to tell that nothing more comes');
}

function instantOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? parseInstant(value) : null;
}
