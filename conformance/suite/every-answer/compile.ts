import type { Path } from '../../../shared/expression/paths.ts';
import type { Known } from '../../../shared/expression/scope.ts';
import { readPath } from '../expectation/expectation.ts';
import { PURE_ARITIES } from '../expression/functions.ts';
import {
  type CheckContext,
  expectationOf,
  expectationUnder,
  mentionGraded,
  RULE_ID,
} from '../scenario/compile-checks.ts';
import { wordsOf } from '../scenario/read-scenario.ts';
import { ROUTES, type RouteName } from '../vocabulary.ts';
import type { MapEntry, Node } from '../yaml/node.ts';
import type { Problem } from '../yaml/problem.ts';
import { readFields, readMap, readText, readTexts, readWord } from '../yaml/read-fields.ts';
import type { AnswerCheck, EveryAnswer } from './every-answer.ts';
import { COMPARE_WITH, EVERY_ANSWER, LOOK_AT, SAME } from './fields.ts';

/** Understands the documents of every-answer/ once for all runs; mistakes go to the problems. */
export function compileEveryAnswer(
  documents: readonly Node[],
  { problems, registry, shapes }: Pick<CheckContext, 'problems' | 'registry' | 'shapes'>,
): EveryAnswer {
  const mentioned: CheckContext['mentioned'] = [];
  const checks = documents.map((node) => compileDocument(node, { problems, registry, shapes, mentioned }));
  const rules = [...new Set(mentioned.map(({ rule }) => rule))].sort();
  return { checks, rules, mentioned };
}

function compileDocument(node: Node, context: CheckContext): AnswerCheck {
  const { problems } = context;
  const fields = readFields(node, EVERY_ANSWER, 'what is expected of every answer', problems);
  readText(fields['about'], 'about', problems);
  const lookAt = amongKeys(LOOK_AT, fields['look_at'], 'look_at', problems);
  const compareWith = comparisonOf(fields, problems);
  // What is looked at in whole answers has the members of an answer; whatever else there is may have any.
  const isAnswer = lookAt.length > 0 && lookAt.every((name) => name === 'answers');
  const at = pathsOf(fields['at'], isAnswer, problems);
  const known = namesFor(compareWith);
  const whole: CheckContext = isAnswer ? context : { ...context, subject: 'value' };
  return {
    lookAt,
    routes: amongKeys(ROUTES, fields['routes'], 'routes', problems) satisfies RouteName[],
    where: fields['where'] === undefined ? null : expectationOf(fields['where'], whole, namesFor(null)).check,
    at,
    compareWith,
    same: amongKeys(SAME, fields['same'], 'same', problems),
    expect: expectationsOf(fields['expect'], at.length === 0 ? whole : { ...context, subject: 'value' }, known),
  };
}

function amongKeys<Name extends string>(
  table: Readonly<Record<Name, unknown>>,
  node: Node | undefined,
  what: string,
  problems: Problem[],
): Name[] {
  const names = Object.keys(table) as Name[];
  const words = wordsOf(node, names, what, problems);
  return names.filter((name) => words.includes(name));
}

function comparisonOf(fields: Record<string, Node>, problems: Problem[]): AnswerCheck['compareWith'] {
  const { compare_with: node, same } = fields;
  if (node === undefined && same !== undefined)
    problems.push({ place: same.place, message: 'same stands only beside compare_with' });
  const words = Object.keys(COMPARE_WITH) as (keyof typeof COMPARE_WITH)[];
  const word = readWord(node, words, 'compare_with', problems);
  return words.find((one) => one === word) ?? null;
}

function pathsOf(node: Node | undefined, isAnswer: boolean, problems: Problem[]): Path[] {
  return readTexts(node, 'at', problems).flatMap(({ text, node: { place } }) => {
    const path = readPath(text, place, isAnswer ? 'view' : 'value', problems);
    return path === null ? [] : [path];
  });
}

/** `it` is what is judged, `job` the Job that it belongs to, and the name of what it is compared with says what that is. */
function namesFor(compareWith: AnswerCheck['compareWith']): Known {
  const names = { it: true, answer: true, job: true } as const;
  return { names: compareWith === null ? names : { ...names, [compareWith]: true }, functions: PURE_ARITIES };
}

function expectationsOf(node: Node | undefined, context: CheckContext, known: Known): AnswerCheck['expect'] {
  return (readMap(node, 'expect', context.problems)?.entries ?? []).flatMap((entry) => checksOf(entry, context, known));
}

function checksOf({ key, keyPlace, value }: MapEntry, context: CheckContext, known: Known): AnswerCheck['expect'] {
  if (!RULE_ID.test(key)) {
    context.problems.push({ place: keyPlace, message: `${key} is no id of a rule; what is expected stands below one` });
    return [];
  }
  mentionGraded(key, keyPlace, context);
  const all = value.kind === 'list' ? value.items : [value];
  if (all.length === 0)
    context.problems.push({ place: value.place, message: 'this list is empty; write what is expected' });
  return all.map((one) => ({ rule: key, expectation: expectationUnder(key, one, context, known) }));
}
