import { isDeepStrictEqual } from 'node:util';
import type { Tried } from './blame.ts';
import type { ChoiceResult } from './prove.ts';

/** Choices of which a run has shown too little. None of that is a failure. */
export type Unseen = {
  /** They made no difference to the server: nothing in the run asked for them. */
  unfired: string[];
  /** Neither a verdict nor an observation differs from those of the server that has all else. */
  unobserved: string[];
  /** The gap that should distinguish them observed the same. */
  indistinct: { name: string; gap: string }[];
  /** With these choices many rules stay open: the other choices of the row are hardly tried. */
  hiding: { name: string; rules: number }[];
};

/** So large a part of all rules is many. */
const MANY = 0.05;

export function unseenOf(tried: readonly Tried[]): Unseen {
  const isUnseen = ({ result, base }: Tried) =>
    isDeepStrictEqual(result.verdicts, base.verdicts) && isDeepStrictEqual(result.seen, base.seen);
  // A default is not counted, which stands here where something else is usual.
  const isUnfired = ({ choice: { question, choice }, result }: Tried) =>
    choice !== question.default && result.unfired.includes(question.name);
  const names = (some: readonly Tried[]) => some.map(({ choice }) => choice.name);
  return {
    unfired: names(tried.filter((one) => isUnseen(one) && isUnfired(one))),
    unobserved: names(tried.filter((one) => isUnseen(one) && !isUnfired(one))),
    indistinct: tried
      .filter((one) => !isUnseen(one))
      .flatMap(({ choice, result, base }) => {
        const gap = choice.question.observed;
        if (gap === undefined || !isDeepStrictEqual(result.seen[gap], base.seen[gap])) return [];
        return [{ name: choice.name, gap }];
      }),
    hiding: tried.flatMap(({ choice, result, base }) => {
      const rules = openIn(result) - openIn(base);
      return rules > MANY * base.verdicts.length ? [{ name: choice.name, rules }] : [];
    }),
  };
}

/** How many rules a run could not report. */
export function openIn({ verdicts }: Pick<ChoiceResult, 'verdicts'>): number {
  return verdicts.filter((line) => line.split(' ')[1] === 'inconclusive').length;
}
