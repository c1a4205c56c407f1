import { isDeepStrictEqual } from 'node:util';
import type { Tried } from './blame.ts';
import type { ChoiceResult } from './prove.ts';

/** Choices about which a run has shown too little. None of this is a failure. */
export type Unseen = {
  /** They made no difference to the server, because no request depended on them. */
  unfired: string[];
  /** Neither a verdict nor an observation differs from the server without the choice. */
  unobserved: string[];
  /** The gap that should distinguish them made the same observations. */
  indistinct: { name: string; gap: string }[];
  /** With these choices many rules are inconclusive, so the other choices of the row are hardly tested. */
  hiding: { name: string; rules: number }[];
};

/** The share of all rules that counts as many. */
const MANY = 0.05;

export function unseenOf(tried: readonly Tried[]): Unseen {
  const isUnseen = ({ result, base }: Tried) =>
    isDeepStrictEqual(result.verdicts, base.verdicts) && isDeepStrictEqual(result.seen, base.seen);
  // The server does not count a default, which is a tried choice if the usual choice is another one.
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

export function openIn({ verdicts }: Pick<ChoiceResult, 'verdicts'>): number {
  return verdicts.filter((line) => line.split(' ')[1] === 'inconclusive').length;
}
