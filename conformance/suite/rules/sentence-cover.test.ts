import { describe, expect, it } from 'vitest';
import type { Question } from '../../../shared/questions/question.ts';
import { sentenceCovers } from './sentence-cover.ts';
import { rulesOf } from './testing/sample-rules.ts';
import type { TracedScenario } from './trace.ts';

const registry = rulesOf(
  `
FIRST: {clause: "1", level: must, group: core, anchor: ["aaaaaaaa", "bbbbbbbb"], says: "one"}
SECOND: {clause: "1", level: derived, group: core, from: [FIRST], anchor: "bbbbbbbb", says: "two", why: "not said"}
GAP-THIRD: {clause: "1", level: gap, group: core, anchor: "cccccccc", ask: "three?"}
FIFTH: {clause: "1", level: must, group: core, anchor: ["eeee0000", "dddddddd"], says: "five", status: retired, retired_in: "0.2.0"}
FOURTH: {clause: "1", level: excluded, group: core, anchor: ["dddddddd", "eeeeeeee"], says: "four", because: "a note"}
`.replaceAll(/\b(FIRST|SECOND|FOURTH|FIFTH)\b/g, 'THE-$1'),
);
const place = { file: 'scenarios/one.yaml', line: 1, column: 1 };
const scenarioOf = (id: string, ...covers: string[]): TracedScenario => ({ id, place, covers, checks: [] });
const scenarios = [scenarioOf('one', 'THE-FIRST'), scenarioOf('two', 'THE-FIRST', 'THE-SECOND', 'GAP-THIRD')];
const deviations = [
  { id: 'no-first', breaks: ['THE-FIRST'] },
  { id: 'no-second', breaks: ['THE-SECOND', 'THE-FIRST'] },
];
const question = { name: 'a_note', section: '1', anchor: ['eeeeeeee', 'aaaaaaaa'] } as unknown as Question;
const input = { registry, scenarios, deviations, questions: [question] };

describe('The cover of a sentence', () => {
  it('consists of its rules, the scenarios that test them, the deviations that break them, and its open questions', () => {
    const { rules, questions } = sentenceCovers(input)('bbbbbbbb');
    expect(rules.map(({ rule, ...rest }) => ({ rule: rule.id, ...rest }))).toEqual([
      { rule: 'THE-FIRST', scenarios: ['one', 'two'], deviations: ['no-first', 'no-second'] },
      { rule: 'THE-SECOND', scenarios: ['two'], deviations: ['no-second'] },
    ]);
    expect(questions).toEqual([]);
    expect(sentenceCovers(input)('eeeeeeee').questions).toEqual([question]);
  });

  it.each<[state: string, anchor: string, change: Partial<typeof input>]>([
    ['covered', 'bbbbbbbb', {}],
    ['covered', 'aaaaaaaa', {}],
    ['partly', 'bbbbbbbb', { deviations: deviations.slice(0, 1) }],
    ['partly', 'bbbbbbbb', { scenarios: scenarios.slice(0, 1) }],
    ['open', 'cccccccc', {}],
    ['open', 'eeeeeeee', {}],
    ['not_testable', 'dddddddd', {}],
    ['nothing', 'ffffffff', {}],
    ['nothing', 'eeee0000', {}],
  ])('makes it %s: %s %o', (state, anchor, change) => {
    expect(sentenceCovers({ ...input, ...change })(anchor).state).toBe(state);
  });
});
