import type { Known } from '../../../shared/expression/scope.ts';
import { didYouMean } from '../../../shared/nearest.ts';
import { childOf, itemsOf, type MapEntry, type MapNode, type Node, type Place } from '../../../shared/yaml/node.ts';
import { compileExpectation, type Expectation, sparesOf } from '../expectation/expectation.ts';
import type { Shapes } from '../expectation/shapes.ts';
import type { Spare } from '../expectation/spares.ts';
import { PURE_ARITIES } from '../expression/functions.ts';
import { isGraded, type Registry, type Rule } from '../rules/rule.ts';
import { entriesIn, type Read, readFields, readText } from '../yaml/fields.ts';
import type { Problem } from '../yaml/problem.ts';
import { type ANSWERED, CLASS, type JUDGED, OTHERWISE } from './fields.ts';
import type { Check, Classify, Judged, Observe } from './scenario.ts';

/** What compiling needs to know, and where it reports problems. */
export type CheckContext = {
  problems: Problem[];
  registry: Registry;
  shapes: Shapes;
  /** `value` if the subject is not an answer and may have any members. */
  subject?: 'value';
  /** Each rule named by a check and each observed gap, with its place. */
  mentioned: { rule: string; place: Place }[];
};

/** Also contains the classes that answers are sorted into. Expectations of a class must name one of them. */
export type ClassContext = CheckContext & { classes: Set<string> };

export const RULE_ID = /^[A-Z][A-Z0-9]*(-[A-Z0-9]+)+$/;

/** Compiles expectations by rule id. The other entries form an expectation without a rule. */
export function compileChecks(map: MapNode | undefined, context: CheckContext, known: Known): Check[] {
  if (map === undefined) return [];
  const own = map.entries.filter(({ key }) => RULE_ID.test(key));
  const rest = map.entries.filter(({ key }) => !RULE_ID.test(key));
  const checks = own.map((entry) => checkOf(entry, context, known));
  if (rest.length === 0) return checks;
  const expectation = expectationOf({ ...map, entries: rest }, context, known);
  return [...checks, { rule: null, expectation, place: map.place }];
}

function checkOf({ key, keyPlace, value }: MapEntry, context: CheckContext, known: Known): Check {
  mentionGraded(key, keyPlace, context);
  return { rule: key, expectation: expectationUnder(key, value, context, known), place: keyPlace };
}

/** Compiles an expectation for a rule, with the spares at this place or, failing that, in the rule's row. */
export function expectationUnder(id: string, node: Node, context: CheckContext, known: Known): Expectation {
  const expectation = expectationOf(node, context, known);
  const rule = context.registry.get(id);
  const ofRule = rule === undefined ? null : sparesOfRule(rule, context);
  if (expectation.spares !== null && rule !== undefined && ofRule === null)
    context.problems.push({
      place: expectation.place,
      message: `${id} has no spares in its row, so none are allowed here; add spares: [] to the row if each place has its own`,
    });
  return { ...expectation, spares: expectation.spares ?? ofRule };
}

const compiledSpares = new WeakMap<Rule, readonly Spare[]>();

/** Compiles the spares of a rule's row once; null if it has none. */
export function sparesOfRule(rule: Rule, { problems, shapes }: Pick<CheckContext, 'problems' | 'shapes'>) {
  if (rule.spares === null) return null;
  const known = compiledSpares.get(rule);
  if (known !== undefined) return known;
  const spares = sparesOf(rule.spares, { problems, shapes, known: { names: {}, functions: PURE_ARITIES } });
  compiledSpares.set(rule, spares);
  return spares;
}

/** Records a rule that has an expectation, and so must be graded. */
export function mentionGraded(id: string, place: Place, context: CheckContext): void {
  mention(id, place, context);
  const rule = context.registry.get(id);
  if (rule === undefined || isGraded(rule)) return;
  if (rule.status === 'retired') {
    context.problems.push({ place, message: `${id} was retired in ${rule.retired_in}: remove the check` });
    return;
  }
  const remedy = rule.level === 'gap' ? 'observe it instead of expecting something' : 'remove the check';
  context.problems.push({ place, message: `${id} is of level ${rule.level} and is never graded: ${remedy}` });
}

export function expectationOf(node: Node, { problems, shapes, subject }: CheckContext, known: Known): Expectation {
  return compileExpectation(node, { problems, shapes, known, ...(subject && { subject }) });
}

/** Records the rule of a check or the gap of an observation. Reports unknown ones. */
function mention(rule: string, place: Place, { registry, problems, mentioned }: CheckContext): void {
  mentioned.push({ rule, place });
  if (!registry.has(rule))
    problems.push({ place, message: `there is no rule ${rule}${didYouMean(rule, [...registry.keys()])}` });
}

export function compileObserve(node: Node | undefined, context: CheckContext): Observe[] {
  return entriesIn(node, 'observe', context.problems).map(({ key, keyPlace, value }) => {
    mention(key, keyPlace, context);
    const level = context.registry.get(key)?.level;
    if (level !== undefined && level !== 'gap')
      context.problems.push({
        place: keyPlace,
        message: `${key} is a rule of level ${level}: expect it, only gaps are observed`,
      });
    const paths = itemsOf(value).flatMap((path) => readText(path, `observe.${key}`, context.problems) ?? []);
    return { gap: key, paths };
  });
}

export function compileJudged(fields: Read<typeof JUDGED>, context: ClassContext, known: Known): Judged {
  const classes = fields.by_class?.entries ?? [];
  for (const { key, keyPlace } of classes) refuseOtherClass(key, keyPlace, context);
  const byClass = classes.map(({ key, value }): [string, { expect: Check[]; observe: Observe[] }] => {
    const entries = entriesIn(value, `by_class.${key}`, context.problems);
    const observe = entries.find((entry) => entry.key === 'observe')?.value;
    const expect = entries.filter((entry) => entry.key !== 'observe');
    const checks = compileChecks({ kind: 'map', place: value.place, entries: expect }, context, known);
    return [key, { expect: checks, observe: compileObserve(observe, context) }];
  });
  return {
    expect: compileChecks(fields.expect, context, known),
    byClass: new Map(byClass),
    observe: compileObserve(fields.observe, context),
  };
}

export function refuseOtherClass(name: string, place: Place, { classes, problems }: ClassContext): void {
  if (!classes.has(name))
    problems.push({ place, message: `no answer is classified as ${name}${didYouMean(name, [...classes])}` });
}

export function compileClassify(
  { classify: map }: Pick<Read<typeof ANSWERED>, 'classify'>,
  context: ClassContext,
  known: Known,
): Classify | null {
  if (map === undefined) return null;
  const classes = map.entries.filter(({ key }) => key !== 'otherwise');
  for (const { key } of classes) context.classes.add(key);
  const otherwise = map.entries.find(({ key }) => key === 'otherwise')?.value;
  return {
    classes: classes.map(({ key, value }) => {
      const { when, expect } = readFields(value, CLASS, `the class ${key}`, context.problems);
      return {
        name: key,
        when: expectationOf(when ?? value, context, known),
        expect: compileChecks(expect, context, known),
      };
    }),
    otherwise: otherwiseOf(otherwise, context),
  };
}

function otherwiseOf(node: Node | undefined, context: CheckContext): Classify['otherwise'] {
  if (node === undefined) return null;
  const { fail: rule } = readFields(node, OTHERWISE, 'otherwise', context.problems);
  const place = childOf(node, 'fail')?.place;
  if (rule === undefined || place === undefined) return null;
  mention(rule, place, context);
  return { rule, place };
}
