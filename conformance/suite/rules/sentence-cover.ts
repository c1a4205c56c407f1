import type { Question } from '../../../shared/questions/question.ts';
import { isGraded, type Registry, type Rule } from './rule.ts';
import { type TracedScenario, usersOf } from './trace.ts';

/**
 * How well a sentence of the specification is tested: `covered` if each of its graded rules has a scenario and a
 * deviation that breaks it, `partly` if a rule lacks either, `open` if it has only questions and gaps, `not_testable`
 * if its rules explain why they cannot be graded.
 */
export const SENTENCE_STATES = ['covered', 'partly', 'open', 'not_testable', 'nothing'] as const;
export type SentenceState = (typeof SENTENCE_STATES)[number];

/** A rule of a sentence, the scenarios that test it, and the deviations that break it. */
export type RuleCover = { rule: Rule; scenarios: readonly string[]; deviations: readonly string[] };

export type SentenceCover = { state: SentenceState; rules: readonly RuleCover[]; questions: readonly Question[] };

export type CoverInput = {
  registry: Registry;
  scenarios: readonly TracedScenario[];
  deviations: readonly { id: string; breaks: readonly string[] }[];
  questions: readonly Question[];
};

/** Returns a function from the hash of a sentence to its cover. */
export function sentenceCovers(input: CoverInput): (anchor: string) => SentenceCover {
  const { registry, scenarios, deviations, questions } = input;
  const covers = [...registry.values()].map((rule) => ({
    rule,
    scenarios: usersOf(rule.id, scenarios),
    deviations: deviations.filter(({ breaks }) => breaks.includes(rule.id)).map(({ id }) => id),
  }));
  return (anchor) => {
    const rules = covers.filter(({ rule }) => rule.anchors.includes(anchor));
    const asked = questions.filter((question) => question.anchor?.includes(anchor));
    return { state: stateOf(rules, asked.length > 0), rules, questions: asked };
  };
}

function stateOf(rules: readonly RuleCover[], isAsked: boolean): SentenceState {
  const left = rules.filter(({ rule }) => rule.status !== 'retired');
  const graded = left.filter(({ rule }) => isGraded(rule));
  if (graded.length > 0) return graded.every(isProved) ? 'covered' : 'partly';
  if (isAsked || left.some(({ rule }) => rule.level === 'gap')) return 'open';
  return left.length > 0 ? 'not_testable' : 'nothing';
}

function isProved({ scenarios, deviations }: RuleCover): boolean {
  return scenarios.length > 0 && deviations.length > 0;
}
