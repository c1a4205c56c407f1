import { describe, expect, it } from 'vitest';
import { TWINS } from '../../../conformance/calibrate/generated/twins.ts';
import { openSuite } from '../../../conformance/certify.ts';
import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import { isSettable, otherChoices } from '../../../shared/questions/question.ts';
import { choicesOf, refusalAlone } from '../choices.ts';

const observed = QUESTIONS.filter((one) => isSettable(one) && one.observed !== undefined);

describe('The twins, which `npm run twins` learns', () => {
  it('know each question that a gap observes, by the gap that the table names', () => {
    expect(TWINS.questions.map(({ question, gap }) => [question, gap])).toEqual(
      observed.map(({ name, observed: gap }) => [name, gap]),
    );
  });

  it('know each choice that can be tried', () => {
    const refused = (name: string, choice: unknown) =>
      choicesOf(QUESTIONS).some(
        (one) => one.question.name === name && one.choice === choice && refusalAlone(QUESTIONS, one) !== null,
      );
    const tried = observed.map((one) => [
      one.name,
      [one.default, ...otherChoices(one)].filter((choice) => !refused(one.name, choice)),
    ]);
    expect(TWINS.questions.map(({ question, choices }) => [question, choices])).toEqual(tried);
  });

  it('know scenarios that there are', () => {
    const ids = openSuite().suite.scenarios.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(Object.values(TWINS.scenarios).flat()));
  });
});
