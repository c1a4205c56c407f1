import type { Evidence } from '../judge/evidence.ts';
import { isContrary } from '../plan/off-features.ts';
import type { Registry } from '../suite/rules/rule.ts';
import type { Feature } from '../suite/vocabulary.ts';
import type { Report } from './report.ts';

export type Contrary = NonNullable<Report['contrary']>;

/** The features that are declared off, and were seen all the same: whatever is graded, such a declaration is false. */
export function contraryIn(
  { features, shards = [] }: Pick<Report, 'features' | 'shards'>,
  evidence: readonly Evidence[],
  registry: Registry,
): Contrary {
  const all = shards.length === 0 ? [features] : shards.map((shard) => shard.features);
  const found = new Map<string, Contrary[number]>();
  for (const [name, feature] of all.flatMap((one) => Object.entries(one))) {
    if (feature.declared !== 'off') continue;
    const seen = isContrary(name, feature) ? (feature.seen ?? 'it is there') : breachText(name, evidence, registry);
    if (seen !== null && !found.has(name)) found.set(name, { feature: name, because: feature.because ?? null, seen });
  }
  return [...found.values()];
}

/** What was seen where a rule is broken whose breach proves that the feature is there. */
function breachText(feature: string, evidence: readonly Evidence[], registry: Registry): string | null {
  for (const { rule, outcome, instance, step } of evidence) {
    const seen = registry.get(rule)?.disprovesOff[feature as Feature];
    if (outcome === 'violated' && seen !== undefined) return `${seen} (${instance}, step ${step})`;
  }
  return null;
}

/** `webhooks is declared off (we poll), and a delivery came (…)`. */
export function contraryText({ feature, because, seen }: Contrary[number]): string {
  return `${feature} is declared off${because === null ? '' : ` (${because})`}, and ${seen}`;
}
