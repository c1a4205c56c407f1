import { isDeepStrictEqual } from 'node:util';
import type { Decision } from './decide.ts';
import { isWithin } from './range.ts';
import type { Written } from './read-config.ts';
import { sightText } from './write-config.ts';

/** A question to which a server answers otherwise than a configuration says. */
export type Drift = { question: string; written: unknown; formerly: string | null; now: string; choice: unknown };

/** What has changed since a configuration was written. What was not seen this time has not changed. */
export function driftOf(written: readonly Written[], decisions: readonly Decision[]): Drift[] {
  return written.flatMap(({ question, choice, seen }) => {
    const now = decisions.find((one) => one.question === question.name);
    if (now === undefined || isStill(choice, now)) return [];
    const [first] = now.sights;
    const told = first === undefined ? '' : sightText(first);
    return [
      {
        question: question.name,
        written: choice,
        formerly: seen,
        now: now.kind === 'set' ? told : `${told}: ${now.why}`,
        choice: choiceNow(question, now),
      },
    ];
  });
}

function isStill(choice: unknown, now: Decision): boolean {
  if (now.kind === 'unseen') return true;
  if (now.range !== undefined) return isWithin(choice, now.range);
  return now.kind === 'untold' || (now.kind === 'set' && isDeepStrictEqual(now.choice, choice));
}

/** A range without a choice is one that the default fits. */
function choiceNow({ default: usual }: Written['question'], now: Decision): unknown {
  if (now.kind === 'set') return now.choice;
  return now.range === undefined ? undefined : usual;
}
