import {
  type Mark,
  marksToChange,
  objectionsToChoice,
  objectionsToRow,
  objectionsToUsual,
  type Tried,
} from './blame.ts';
import { AS_IS, baseName } from './choices.ts';
import { type Unseen, unseenOf } from './observed.ts';
import type { Outcome } from './perform.ts';
import type { Plan } from './plan-proof.ts';
import type { Graded } from './verdict-record.ts';

/** What the servers with choices showed. */
export type Findings = {
  /** What keeps the suite from being proved. */
  objections: string[];
  marks: Mark[];
  /** Null where no choice alone was tried. */
  unseen: Unseen | null;
  graded: Graded;
};

export function findingsOf(
  { choices, rows }: Plan,
  { results }: Outcome,
  { seed, isWarning }: { seed: string; isWarning: (rule: string) => boolean },
): Findings {
  const usual = results.get(AS_IS) ?? null;
  const tried = choices.flatMap((choice): Tried[] => {
    const [result, base] = [results.get(choice.name), results.get(baseName(choice))];
    return result === undefined || base === undefined ? [] : [{ choice, result, base }];
  });
  const inRows = rows.flatMap((row) => {
    const result = results.get(row.name);
    return result === undefined ? [] : [{ row, result }];
  });
  return {
    objections: [
      ...(usual === null ? [] : objectionsToUsual(usual)),
      ...tried.flatMap(objectionsToChoice),
      ...inRows.flatMap(({ row, result }) => objectionsToRow(row, result)),
    ],
    marks: marksToChange(tried, isWarning),
    unseen: tried.length === 0 ? null : unseenOf(tried),
    graded: { usual, choices: tried.map(({ result }) => result), rows: inRows, seed },
  };
}
