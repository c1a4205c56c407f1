import { isDeepStrictEqual } from 'node:util';
import { choicesText, choiceText, isEnumeration, isLawful, type Question } from '../../../shared/questions/question.ts';

/** The problems of an entry in addition to those of its form. */
export function problemsOf(question: Question): string[] {
  const { choices, default: usual, tries = [], was = {}, blamed = {}, warned = {} } = question;
  const lawful = choicesText(question);
  const named = [was, blamed, warned].flatMap(Object.keys);
  const tried = isEnumeration(choices) ? choices : [usual, ...tries];
  const seen = ['observed', 'observe', 'unobserved'].filter((field) => Object.hasOwn(question, field));
  return [
    ...(isLawful(question, usual) ? [] : [`the default ${JSON.stringify(usual)} is none of the choices: ${lawful}`]),
    ...tries.filter((one) => !isLawful(question, one)).map((one) => `tries ${JSON.stringify(one)}, not of ${lawful}`),
    ...(isEnumeration(choices) && tries.length > 0 ? ['an enumeration is tried whole: leave tries out'] : []),
    ...(tries.some((one) => isDeepStrictEqual(one, usual)) ? ['tries its default'] : []),
    ...named
      .filter((name) => !tried.some((choice) => choiceText(choice) === name))
      .map((name) => `was, blamed or warned names ${name}, which is no choice that is tried`),
    ...(seen.length === 1 ? [] : ['needs one of observed, observe and unobserved']),
    ...((question.set === false) === (question.why_not !== undefined)
      ? []
      : ['set: false needs why_not, and nothing else has it']),
  ];
}
