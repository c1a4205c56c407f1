import { firstOf, MOST_LINES } from '../../../shared/first-of.ts';
import { didYouMean } from '../../../shared/nearest.ts';
import type { Place } from '../../../shared/yaml/node.ts';

/** A mistake in a file that a person wrote: what is wrong, and how to fix it. */
export type Problem = { place: Place; message: string };

/** It stops nothing, and only `lint` reports it. */
type Warning = Problem & { isWarning: true };

export function isWarning(problem: Problem): problem is Warning {
  return 'isWarning' in problem;
}

export function asWarning(problem: Problem): Warning {
  return { ...problem, isWarning: true };
}

/** One or more invalid files. The message has a line for each of the first problems. */
export class BadSource extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(firstOf(problems.map(problemText)).join('\n'));
    this.name = 'BadSource';
    this.problems = problems;
  }
}

/** `scenarios/cancel.yaml:12:7: there is no rule CANCEL-TABEL; did you mean CANCEL-TABLE?` */
export function problemText({ place: { file, line, column }, message }: Problem): string {
  return `${file}:${line}:${column}: ${message}`;
}

/** Returns the things by name. Reports and omits duplicates. */
export function uniquely<Thing extends { place: Place }>(
  things: readonly Thing[],
  titleOf: (thing: Thing) => string,
  problems: Problem[],
  nameOf = titleOf,
): Map<string, Thing> {
  const first = new Map<string, Thing>();
  for (const thing of things) {
    const before = first.get(nameOf(thing))?.place;
    if (before === undefined) first.set(nameOf(thing), thing);
    else {
      const message = `there is a ${titleOf(thing)} already, at ${before.file}:${before.line}`;
      problems.push({ place: thing.place, message });
    }
  }
  return first;
}

/** `has no field cal; did you mean call? It has call, poll`: the allowed fields are always listed. */
export function unknownField(key: string, known: readonly string[], hint = ''): string {
  const near = didYouMean(key, known) || hint;
  const all = known.length === 0 ? '' : `${near === '' ? ': it' : ' It'} has ${known.join(', ')}`;
  return `has no field ${key}${near}${all}`;
}

/**
 * Does the same for several fields. If there are very many, lists the first and counts the others. `hint` says where an
 * unknown field belongs.
 */
export function unknownFields(
  keys: readonly string[],
  known: readonly string[],
  hint: (key: string) => string = () => '',
): string[] {
  const more = keys.length - MOST_LINES;
  const problems = keys.slice(0, MOST_LINES).map((key) => unknownField(key, known, hint(key)));
  return more > 0 ? [...problems, `has ${more} more fields that it should not have`] : problems;
}
