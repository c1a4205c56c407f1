import { type Path, parsePath } from '../../../shared/expression/paths.ts';
import type { Known, Scope } from '../../../shared/expression/scope.ts';
import { type Node, plain } from '../../../shared/yaml/node.ts';
import type { Problem } from '../yaml/problem.ts';
import { type Check, type Found, findingOf, isHeld } from './finding.ts';
import { isMatcher } from './matcher.ts';
import { memberOf } from './paths.ts';
import { STATEMENTS } from './statements/statements.ts';

/**
 * One way in which a lawful server may break a derived rule: an expectation of the value that contains the differing
 * places.
 */
export type Spare = {
  /** The source text, for reports. */
  text: string;
  /** The places that it excuses, as ends of pointers. An empty path is the subject itself. */
  paths: readonly Path[];
  check: Check;
};

type CompileSpare = (node: Node, known: Known) => Check;

/** The names that a spare can use in addition to those at its place. */
export const SPARE_NAMES = {
  it: 'what holds the places that the spare names',
  wanted: 'what the rule compared with, where it compared with one value',
  index: 'the position of `it` in its list',
} as const;

/** Compiles a list of spares. Mistakes are added to `problems`, with their places. */
export function compileSpares(node: Node, known: Known, compile: CompileSpare, problems: Problem[]): Spare[] {
  if (node.kind !== 'list') {
    problems.push({ place: node.place, message: 'spares must be a list of expectations, such as [{status: 403}]' });
    return [];
  }
  const names = {
    ...known.names,
    ...Object.fromEntries(Object.keys(SPARE_NAMES).map((name) => [name, true as const])),
  };
  return node.items.map((item) => ({
    text: textOf(item),
    paths: pathsOf(item),
    check: compile(item, { ...known, names }),
  }));
}

/** Returns the paths at the top level. If there are none, the spare applies to the whole subject. */
function pathsOf(node: Node): Path[] {
  if (node.kind !== 'map' || isMatcher(node)) return [[]];
  const keys = node.entries.map(({ key }) => key);
  const paths = keys.flatMap((key) => (Object.hasOwn(STATEMENTS, key) ? [] : [parsePath(key) ?? []]));
  return paths.length > 0 ? paths : [[]];
}

/**
 * Returns the texts of the spares that excuse all mismatches of an expectation; null if one mismatch is not excused. A
 * spare excuses a mismatch at a place that it names if it holds for the value that contains this place. If an answer
 * has another status, only the status has to be excused: the rest belongs to another answer.
 */
export function sparedBy(
  spares: readonly Spare[],
  mismatches: readonly Found[],
  subject: unknown,
  scope: Scope,
): string | null {
  const spared = withoutOtherAnswers(mismatches).map((mismatch) =>
    mismatch.isOfServer === true ? OF_SERVER : spares.find((spare) => isExcused(mismatch, spare, subject, scope))?.text,
  );
  return spared.includes(undefined) ? null : [...new Set(spared)].join('; ');
}

/** Spec 9: clients ignore members that the specification does not name. */
const OF_SERVER = 'members that the specification does not name may differ';

function withoutOtherAnswers(mismatches: readonly Found[]): Found[] {
  const others = mismatches.flatMap(({ pointer, seen }) =>
    pointer.endsWith('/status') && typeof seen === 'number' ? [pointer.slice(0, -'/status'.length)] : [],
  );
  return mismatches.filter(
    ({ pointer, seen }) =>
      (pointer.endsWith('/status') && typeof seen === 'number') ||
      !others.some((base) => pointer.startsWith(`${base}/`)),
  );
}

function isExcused({ pointer, wanted }: Found, { paths, check }: Spare, subject: unknown, scope: Scope): boolean {
  const tokens = tokensOf(pointer);
  return paths.some((path) => {
    if (!endsWith(tokens, path)) return false;
    const target = tokens.slice(0, tokens.length - path.length).reduce(memberOf, { value: subject, pointer: '' });
    const index = Number(target.pointer.split('/').at(-1));
    const beside = { it: target.value, wanted, index: Number.isInteger(index) ? index : undefined };
    return isHeld(findingOf(check, target, { ...scope, names: { ...scope.names, ...beside } }));
  });
}

function endsWith(tokens: readonly string[], path: Path): boolean {
  const end = path.length === 0 ? [] : tokens.slice(-path.length);
  return end.length === path.length && path.every((segment, place) => isNamed(end[place] ?? '', segment));
}

function isNamed(token: string, segment: Path[number]): boolean {
  if (segment.kind === 'member') return segment.name === token || (segment.name === 'each' && /^\d+$/.test(token));
  return segment.kind === 'index' ? token === String(segment.index) : /^\d+$/.test(token);
}

function tokensOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function spareTexts(node: Node): string[] {
  return node.kind === 'list' ? node.items.map(textOf) : [];
}

/** `{status: 403, body.error.code: {is: text}}`, as an author would write it. */
function textOf(node: Node): string {
  if (node.kind === 'list') return `[${node.items.map(textOf).join(', ')}]`;
  if (node.kind === 'scalar') return String(plain(node));
  return `{${node.entries.map(({ key, value }) => `${key}: ${textOf(value)}`).join(', ')}}`;
}
