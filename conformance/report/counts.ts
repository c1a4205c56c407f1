import { counted } from '../../shared/counted.ts';
import type { Verdict } from '../judge/verdicts.ts';
import { gradedRules } from './failures.ts';
import type { Report, RuleReport } from './report.ts';

/** The number of rules with each verdict. Known failures are counted separately. */
export type Counts = Record<Verdict | 'known' | 'known_untested' | 'without_occasion', number>;

export function verdictCounts(report: Report): Counts {
  const counts: Counts = { ...NONE };
  for (const rule of gradedRules(report)) counts[kindOf(rule)] += 1;
  return counts;
}

const NONE: Counts = {
  ...{ pass: 0, fail: 0, known: 0, warn: 0, inconclusive: 0, not_applicable: 0, error: 0 },
  ...{ known_untested: 0, without_occasion: 0 },
};

function kindOf({ verdict, known, standing }: RuleReport): keyof Counts {
  if (known) return verdict === 'fail' ? 'known' : 'known_untested';
  return standing === 'without_occasion' ? standing : verdict;
}

/** The name of each count: in a sentence, and the shorter one below a number on the page. */
const WORDS: readonly (readonly [verdict: keyof Counts, word: string, onPage?: string])[] = [
  ['fail', 'failed'],
  ['error', 'lost to a fault of the harness', 'lost to a fault'],
  ['known', 'known to fail'],
  ['warn', 'warned'],
  ['pass', 'passed'],
  ['inconclusive', 'not tested'],
  ['known_untested', 'known to be untested'],
  ['without_occasion', 'without occasion'],
  ['not_applicable', 'not applicable'],
];

/** Each verdict with its count, including zero. */
export function countedVerdicts(
  report: Report,
): { verdict: keyof Counts; count: number; word: string; onPage: string }[] {
  const counts = verdictCounts(report);
  return WORDS.map(([verdict, word, onPage = word]) => ({ verdict, count: counts[verdict], word, onPage }));
}

/** `2 rules failed, 1 warned, 61 passed, 6 not tested`, without zero counts. */
export function countsText(report: Report): string {
  const listed = countedVerdicts(report).filter(({ count }) => count > 0);
  if (listed.length === 0) return 'nothing was checked';
  return listed.map(({ count, word }, index) => `${index === 0 ? counted(count, 'rule') : count} ${word}`).join(', ');
}
