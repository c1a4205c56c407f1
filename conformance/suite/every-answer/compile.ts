import type { Known } from '../../../shared/expression/scope.ts';
import { childOf, itemsOf, type MapEntry, type Node, plain } from '../../../shared/yaml/node.ts';
import { readPath } from '../expectation/expectation.ts';
import { PURE_ARITIES } from '../expression/functions.ts';
import {
  type CheckContext,
  expectationOf,
  expectationUnder,
  mentionGraded,
  RULE_ID,
} from '../scenario/compile-checks.ts';
import { readFields } from '../yaml/fields.ts';
import { type AnswerCheck, EVERY_ANSWER, type EveryAnswer } from './every-answer.ts';

/** Compiles the documents of every-answer/, once for all runs. Mistakes are added to `problems`. */
export function compileEveryAnswer(
  documents: readonly Node[],
  { problems, registry, shapes }: Pick<CheckContext, 'problems' | 'registry' | 'shapes'>,
): EveryAnswer {
  const mentioned: CheckContext['mentioned'] = [];
  const checks = documents.map((node) => compileDocument(node, { problems, registry, shapes, mentioned }));
  const rules = [...new Set(mentioned.map(({ rule }) => rule))].sort();
  return { checks, rules, mentioned };
}

function compileDocument(document: Node, context: CheckContext): AnswerCheck {
  const { problems } = context;
  const fields = readFields(document, EVERY_ANSWER, 'what is expected of every answer', problems);
  const { look_at: lookAt = [], routes = [], where, compare_with: compareWith = null, same = [], expect } = fields;
  if (childOf(document, 'compare_with') === undefined && same.length > 0)
    problems.push({
      place: childOf(document, 'same')?.place ?? document.place,
      message: 'same is only allowed with compare_with',
    });
  // Whole answers have the members of an answer; anything else may have any members.
  const isAnswer = lookAt.length > 0 && lookAt.every((name) => name === 'answers');
  const whole: CheckContext = isAnswer ? context : { ...context, subject: 'value' };
  const at = itemsOf(childOf(document, 'at')).flatMap((item) => {
    const path = readPath(String(plain(item)), item.place, isAnswer ? 'view' : 'value', problems);
    return path === null ? [] : [path];
  });
  const judged = at.length === 0 ? whole : { ...context, subject: 'value' as const };
  return {
    lookAt: [...new Set(lookAt)],
    routes,
    where: where === undefined ? null : expectationOf(where, whole, namesFor(null)).check,
    at,
    compareWith,
    same,
    expect: (expect?.entries ?? []).flatMap((entry) => checksOf(entry, judged, namesFor(compareWith))),
  };
}

/**
 * `it` is the value under judgment and `job` the Job it belongs to. The value it is compared with has the name of its
 * kind.
 */
function namesFor(compareWith: AnswerCheck['compareWith']): Known {
  const names = { it: true, answer: true, job: true } as const;
  return { names: compareWith === null ? names : { ...names, [compareWith]: true }, functions: PURE_ARITIES };
}

function checksOf({ key, keyPlace, value }: MapEntry, context: CheckContext, known: Known): AnswerCheck['expect'] {
  if (!RULE_ID.test(key)) {
    context.problems.push({ place: keyPlace, message: `${key} is not a rule id; put expectations below a rule id` });
    return [];
  }
  mentionGraded(key, keyPlace, context);
  const all = value.kind === 'list' ? value.items : [value];
  if (all.length === 0)
    context.problems.push({ place: value.place, message: 'this list is empty; add an expectation' });
  return all.map((one) => ({ rule: key, expectation: expectationUnder(key, one, context, known) }));
}
