import { didYouMean } from '../../../shared/nearest.ts';
import type { MapNode, Node } from '../../../shared/yaml/node.ts';
import { allOf, type Check, violated } from './finding.ts';
import { parsedOperand, textOrNull } from './operators/operand.ts';
import {
  ANY,
  type Companion,
  type Context,
  isCompanion,
  NEVER_RUN,
  refuse,
  type Subject,
  type Table,
} from './operators/operator.ts';
import { OPERATORS } from './operators/operators.ts';
import { equals } from './operators/operators-plain.ts';

/** Compiles the value below a path: a map of operators, or a literal that the value must equal. */
export function compileValue(node: Node, context: Context): Check {
  if (node.kind !== 'map') return equals(node, context);
  if (node.entries.length > 0 && isMatcher(node)) return compileTable(node, OPERATORS, { context, subject: 'value' });
  return refuseMap(node, context);
}

export function isMatcher(node: MapNode): boolean {
  return node.entries.every(({ key }) => Object.hasOwn(OPERATORS, key));
}

/**
 * Compiles those entries of a map that are in a table into one check. A companion is compiled with the entry it belongs
 * to.
 */
export function compileTable(
  node: MapNode,
  table: Table,
  { context, subject }: { context: Context; subject: Subject },
): Check {
  const beside = (name: string) => node.entries.find(({ key }) => key === name)?.value;
  const checks = node.entries.flatMap(({ key, keyPlace, value }) => {
    const entry = table[key];
    if (entry === undefined) return [];
    if (!isCompanion(entry)) return [entry.compile({ node: value, place: keyPlace, beside, context, subject })];
    if (standsBeside(entry, node)) return [];
    return [refuse(context, keyPlace, `${key} is only allowed with ${[entry.of].flat().join(' or ')}`)];
  });
  const check = checks.length === 1 ? (checks[0] ?? NEVER_RUN) : allOf(checks);
  const words = table['in_words'] === undefined ? undefined : beside('in_words');
  return words === undefined ? check : inWords(check, words, context);
}

function standsBeside({ of }: Companion, { entries }: MapNode): boolean {
  return of === ANY ? entries.length > 1 : entries.some(({ key }) => of.includes(key));
}

function inWords(check: Check, node: Node, context: Context): Check {
  const words = parsedOperand(node, context, textOrNull, 'a text');
  return (target, scope) => {
    const finding = check(target, scope);
    return finding.mismatches.length === 0 ? finding : violated(target, words(scope), finding.mismatches[0]?.wanted);
  };
}

/** Finds the intended operator by its name in other languages, or by its spelling. */
function meant(key: string): string {
  const wanted = key.toLowerCase().replace(/^\$/, '');
  const same = Object.entries(OPERATORS).find(
    ([, entry]) => !isCompanion(entry) && entry.elsewhere?.includes(wanted) === true,
  );
  return same === undefined ? didYouMean(key, Object.keys(OPERATORS)) : `; did you mean ${same[0]}?`;
}

function refuseMap(node: MapNode, context: Context): Check {
  const unknown = node.entries.find(({ key }) => !Object.hasOwn(OPERATORS, key));
  if (unknown === undefined)
    return refuse(context, node.place, 'an empty map expects nothing; write {equals: {}} for a map without members');
  const { key, keyPlace } = unknown;
  const remedies = 'write {content: {…}} to look inside the value, or {equals: {…}} for a literal map';
  return refuse(context, keyPlace, `${key} is not an operator${meant(key)}; ${remedies}`);
}
