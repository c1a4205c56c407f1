import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import { choiceName, choiceText, otherChoices, type Question } from '../../../shared/questions/question.ts';
import type { DeviationFacts } from '../../world/world.ts';

type Variant = Extract<DeviationFacts, { kind: 'variant' }>;
type Named = { question: Question; choice: unknown };

/** The choices for which lawful variants had their own names, by that name. */
const NAMED = new Map<string, Named[]>();
for (const question of QUESTIONS) {
  for (const [text, ids] of Object.entries(question.was ?? {})) {
    const choice = otherChoices(question).find((one) => choiceText(one) === text);
    for (const id of choice === undefined ? [] : ids) NAMED.set(id, [...(NAMED.get(id) ?? []), { question, choice }]);
  }
}

/** The choices that an old name stands for, by question; null if the id is not an old name. */
export function choicesOfVariant(id: string): Readonly<Record<string, unknown>> | null {
  const named = NAMED.get(id);
  if (named === undefined) return null;
  return Object.fromEntries(named.map(({ question, choice }) => [question.name, choice]));
}

/** Lawful variants by their old names, which are accepted for one more version. */
export const VARIANTS: readonly Variant[] = [...NAMED].map(([id, named]) => {
  const choices = named.map(({ question, choice }) => choiceName(question.name, choice));
  return {
    kind: 'variant',
    id,
    cites: citesOf(named),
    about: `the same as --reading ${choices.join(' --reading ')}`,
    choices,
  };
});

function citesOf([first]: readonly Named[]): string {
  const { reading, section = '' } = first?.question ?? {};
  return reading === undefined ? `section ${section}` : `reading ${reading}`;
}
