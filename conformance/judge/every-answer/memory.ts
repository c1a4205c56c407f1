import { isDeepStrictEqual } from 'node:util';
import type { AnswerCheck, CompareWith } from '../../suite/every-answer/every-answer.ts';
import type { Answer, Part } from './answer-parts.ts';

/** What a check has looked at so far, grouped by what must be the same for a comparison. */
export type Memory = {
  /** Returns the values to compare a part with; each is judged separately. */
  before(part: Part, answer: Answer): readonly unknown[];
  remember(part: Part, answer: Answer): void;
  /** Forgets everything about a deleted thing. */
  forget(id: string): void;
};

type Kept = { value: unknown; began: number; ended: number };

export function createMemory({ same, lookAt }: AnswerCheck, compareWith: CompareWith): Memory {
  const series = new Map<string, Kept[]>();
  const isOfAnswers = lookAt.includes('answers');
  const nameOf = ({ id }: Part, { view }: Answer): string | null => {
    if (!same.includes('id')) return same.includes('key') ? `\0${view.key}` : '';
    return typeof id === 'string' ? `${id}\0${same.includes('key') ? view.key : ''}` : null;
  };
  const kept = (part: Part, answer: Answer) => series.get(nameOf(part, answer) ?? '\0\0') ?? [];
  return {
    before: (part, answer) => CHOICES[compareWith](kept(part, answer), answer),
    remember: (part, answer) => {
      const name = nameOf(part, answer);
      if (name === null) return;
      const all = kept(part, answer);
      const { value } = part;
      // A repeated value adds no evidence, except for answers, whose times differ.
      if (compareWith === 'earlier' && !isOfAnswers && all.some((one) => isDeepStrictEqual(one.value, value))) return;
      all.push({ value, began: answer.began, ended: answer.ended });
      series.set(name, all);
    },
    forget: (id) => {
      if (isOfAnswers) return;
      for (const name of series.keys()) if (name.startsWith(`${id}\0`)) series.delete(name);
    },
  };
}

type Choose = (kept: readonly Kept[], answer: Answer) => readonly unknown[];

const CHOICES: Readonly<Record<CompareWith, Choose>> = {
  earlier: earlierValues,
  previous: (kept, answer) => earlierValues(kept, answer).slice(-1),
  other: (kept) => kept.map(({ value }) => value),
  history: (kept, answer) => [earlierValues(kept, answer)],
};

function earlierValues(kept: readonly Kept[], answer: Answer): unknown[] {
  return kept.filter((one) => isBefore(one, answer)).map(({ value }) => value);
}

/**
 * Returns whether an answer arrived before the other request was sent. Allows for the rounding of times to a thousandth
 * of a millisecond.
 */
function isBefore({ ended }: Kept, { began }: Answer): boolean {
  return ended <= began + 0.01;
}
