import type { Exchange } from '../../effects/http/exchange.ts';
import { assetFields, assetIds, listedAssets, resultFields, skinConcerns } from './asset-fields.ts';
import { errorDetails, errorShape, requestIds } from './errors.ts';
import { etags } from './etags.ts';
import { jobErrors, jobFields, jobInputs, outputTypes } from './job-fields.ts';
import { jobHistory } from './job-history.ts';
import { retryAfter } from './retry-after.ts';
import { finding, type PassiveCheck, type PassiveFinding, sightingOf } from './sighting.ts';
import { statuses } from './statuses.ts';
import { times } from './times.ts';

/** What holds of every answer, whatever the scenario is about. */
export type PassiveChecks = {
  /** The key is the name of the one that the request was sent with. */
  look(exchange: Exchange, context: { key: string | null }): PassiveFinding[];
};

const CHECKS: readonly PassiveCheck[] = [
  assetFields,
  assetIds,
  errorDetails,
  errorShape,
  etags,
  jobErrors,
  jobFields,
  jobHistory,
  jobInputs,
  listedAssets,
  outputTypes,
  requestIds,
  resultFields,
  retryAfter,
  skinConcerns,
  statuses,
  times,
];

/** The rules that are looked at in passing. */
export const PASSIVE_RULES: readonly string[] = [...new Set(CHECKS.flatMap(({ rules }) => rules))].sort();

/** Of a page of a hundred items a few say enough. */
const MOST_MISMATCHES = 5;

/** For one instance: what an answer says is held against the earlier ones. That a rule held is told once. */
export function createPassiveChecks(): PassiveChecks {
  const looks = CHECKS.map(({ start }) => start());
  const held = new Set<string>();
  const isNews = ({ rule, outcome }: PassiveFinding) => outcome === 'violated' || !held.has(rule);
  return {
    look: (exchange, { key }) => {
      const sighting = sightingOf(exchange, key);
      // Most of what is seen was seen before: it goes first, since an instance looks at every answer.
      const news = sighting === null ? [] : looks.flatMap((look) => look(sighting)).filter(isNews);
      if (news.length === 0) return news;
      const findings = byRule(news);
      for (const { rule, outcome } of findings) if (outcome === 'held') held.add(rule);
      return findings;
    },
  };
}

function byRule(findings: readonly PassiveFinding[]): PassiveFinding[] {
  const rules = new Map<string, PassiveFinding['mismatches']>();
  for (const { rule, mismatches } of findings) rules.set(rule, [...(rules.get(rule) ?? []), ...mismatches]);
  return [...rules].map(([rule, mismatches]) => finding(rule, mismatches.slice(0, MOST_MISMATCHES)));
}
