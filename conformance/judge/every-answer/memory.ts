import { isDeepStrictEqual } from 'node:util';
import type { AnswerCheck, CompareWith } from '../../suite/every-answer/every-answer.ts';
import type { Answer, Part } from './answer-parts.ts';

/** What a check has looked at so far, by what must be the same of it. */
export type Memory = {
  /** What a part is held against: the values of one name, each to be judged by itself. */
  before(part: Part, answer: Answer): readonly unknown[];
  remember(part: Part, answer: Answer): void;
  /** Of a thing that was deleted nothing is known any more. */
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
      // What shows the same as before shows nothing more; answers are distinguished by their time.
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

/** Whether an answer was there before the other request went out; clocks are kept to a thousandth of a millisecond. */
function isBefore({ ended }: Kept, { began }: Answer): boolean {
  return ended <= began + 0.01;
}
