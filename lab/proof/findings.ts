import {
  type Mark,
  marksToChange,
  objectionsToChoice,
  objectionsToRow,
  objectionsToUsual,
  type Tried,
} from './blame.ts';
import { AS_IS, baseName, type Make } from './choices.ts';
import { type Unseen, unseenOf } from './observed.ts';
import type { Outcome } from './perform.ts';
import type { Plan } from './plan-proof.ts';
import type { Graded } from './verdict-record.ts';

/** The results of the servers with choices. */
export type Findings = {
  /** What prevents the proof of the suite. */
  objections: string[];
  marks: Mark[];
  /** Null if no single choice was tried. */
  unseen: Unseen | null;
  graded: Graded;
};

export function findingsOf(
  { choices, rows }: Plan,
  { results }: Outcome,
  { seed, isWarning }: { seed: string; isWarning: (rule: string) => boolean },
): Findings {
  const usual = results.get(AS_IS) ?? null;
  const other = results.get('other-make' satisfies Make) ?? null;
  const tried = choices.flatMap((choice): Tried[] => {
    const [result, base] = [results.get(choice.name), results.get(baseName(choice))];
    return result === undefined || base === undefined ? [] : [{ choice, result, base }];
  });
  const inRows = rows.flatMap((row) => {
    const result = results.get(row.name);
    return result === undefined ? [] : [{ row, result }];
  });
  // The marks of the table and the record apply to the emulator.
  const own = tried.filter(({ choice }) => choice.make === AS_IS);
  return {
    objections: [
      ...[usual, other].flatMap((result) => (result === null ? [] : objectionsToUsual(result))),
      ...tried.flatMap(objectionsToChoice),
      ...inRows.flatMap(({ row, result }) => objectionsToRow(row, result)),
    ],
    marks: marksToChange(own, isWarning),
    unseen: own.length === 0 ? null : unseenOf(own),
    graded: {
      usual,
      choices: own.map(({ result }) => result),
      rows: inRows.filter(({ row }) => row.make === AS_IS),
      seed,
    },
  };
}
