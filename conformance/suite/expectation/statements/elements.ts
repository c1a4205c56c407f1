import type { Known, Scope } from '../../../../shared/expression/scope.ts';
import { plain } from '../../../../shared/yaml/node.ts';
import {
  type Check,
  type Finding,
  findingOf,
  HELD,
  isHeld,
  joined,
  ofList,
  type Target,
  violated,
} from '../finding.ts';
import type { Table, Use } from '../operators/operator.ts';
import { elementsOf, everyElement } from '../paths.ts';

/** Statements on the elements of a list, used both below a path and for the whole subject. */
export const ELEMENTS: Table = {
  each: {
    about: 'every element matches; inside, `it` is the element and `index` its position',
    argument: 'an expectation or operators',
    example: ['{each: {int: ">0"}}', [1, 2], [1, 0]],
    compile: (use) => onElements(use, every),
  },
  some: {
    about: 'at least one element matches',
    argument: 'an expectation, operators or a literal',
    example: ['{some: {id: b}}', [{ id: 'a' }, { id: 'b' }], [{ id: 'a' }]],
    compile: (use) => onElements(use, some),
  },
  none: {
    about: 'no element matches',
    argument: 'an expectation, operators or a literal',
    example: ['{none: {id: b}}', [{ id: 'a' }], [{ id: 'b' }]],
    compile: (use) => onElements(use, noElement),
  },
  exactly_one: {
    about: 'one element matches, and no other does',
    argument: 'an expectation, operators or a literal',
    example: ['{exactly_one: {id: b}}', [{ id: 'a' }, { id: 'b' }], [{ id: 'b' }, { id: 'b' }]],
    compile: (use) => onElements(use, exactlyOne),
  },
};

type Judged = { target: Target; finding: Finding };
type Rule = (list: Target, judged: readonly Judged[], about: string) => Finding;

function onElements({ node, context, subject }: Use, rule: Rule): Check {
  const names = { ...context.known.names, it: true, index: true } as const;
  const known: Known = { ...context.known, names };
  const check = context.element(node, subject, known);
  const about = JSON.stringify(plain(node));
  const needsNames = /\b(?:it|index)\b/.test(about);
  return ofList((list, whole, scope) => {
    const judged = elementsOf(list, whole.pointer).map((target, index) => {
      const inside = needsNames ? withNames(scope, { it: target.value, index }) : scope;
      return { target, finding: findingOf(check, target, inside) };
    });
    return rule(whole, judged, about);
  });
}

function withNames(scope: Scope, names: Record<string, unknown>): Scope {
  return { ...scope, names: { ...scope.names, ...names } };
}

/** An element that a condition excludes does not count, unless all are excluded. */
function every(list: Target, judged: readonly Judged[]): Finding {
  if (judged.length === 0) return everyElement(list).finding;
  const findings = judged.map(({ finding }) => finding);
  const shows = findings.filter((finding) => !isLeftOut(finding));
  return joined(shows.length === 0 ? findings.slice(0, 1) : shows);
}

function isLeftOut({ mismatches, untested }: Finding): boolean {
  return mismatches.length === 0 && untested.length > 0 && untested.every(({ reason }) => reason === 'condition');
}

function some(list: Target, judged: readonly Judged[], about: string): Finding {
  if (judged.some(({ finding }) => isHeld(finding))) return HELD;
  const undecided = judged.filter(({ finding }) => finding.mismatches.length === 0);
  if (undecided.length > 0) return joined(undecided.map(({ finding }) => finding));
  return violated(list, `at least one element that is ${about}`);
}

function noElement(_list: Target, judged: readonly Judged[], about: string): Finding {
  return joined(
    judged.map(({ target, finding }) => {
      if (isHeld(finding)) return violated(target, `no element that is ${about}`);
      return finding.mismatches.length > 0 ? HELD : finding;
    }),
  );
}

function exactlyOne(list: Target, judged: readonly Judged[], about: string): Finding {
  const held = judged.filter(({ finding }) => isHeld(finding)).length;
  if (held > 1) return violated(list, `one element that is ${about}, not ${held}`);
  const undecided = judged.filter(({ finding }) => !isHeld(finding) && finding.mismatches.length === 0);
  if (undecided.length > 0) return joined(undecided.map(({ finding }) => finding));
  return held === 1 ? HELD : violated(list, `one element that is ${about}`);
}
