import { isDeepStrictEqual } from 'node:util';
import type { Decision } from './decide.ts';
import type { Written } from './read-config.ts';
import { sightText } from './write-config.ts';

/** A question to which a server answers otherwise than a configuration says. */
export type Drift = { question: string; written: unknown; formerly: string | null; now: string; choice: unknown };

/** What has changed since a configuration was written. What was not seen this time has not changed. */
export function driftOf(written: readonly Written[], decisions: readonly Decision[]): Drift[] {
  return written.flatMap(({ question: { name }, choice, seen }) => {
    const now = decisions.find(({ question }) => question === name);
    if (now === undefined || now.kind === 'unseen' || now.kind === 'untold') return [];
    if (now.kind === 'set' && isDeepStrictEqual(now.choice, choice)) return [];
    const [first] = now.sights;
    const told = first === undefined ? '' : sightText(first);
    return [
      {
        question: name,
        written: choice,
        formerly: seen,
        now: now.kind === 'set' ? told : `${told}: ${now.why}`,
        choice: now.kind === 'set' ? now.choice : undefined,
      },
    ];
  });
}
