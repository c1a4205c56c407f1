import type { Evidence } from '../judge/evidence.ts';
import { isContrary } from '../plan/off-features.ts';
import type { Report } from './report.ts';

export type Contrary = NonNullable<Report['contrary']>;

/** What an account whose webhooks are off is sent breaks this rule. */
const QUIET = 'WH-OFF-QUIET';

/** The features that are declared off, and were seen all the same: whatever is graded, such a declaration is false. */
export function contraryIn(
  { features, shards = [] }: Pick<Report, 'features' | 'shards'>,
  evidence: readonly Evidence[],
): Contrary {
  const all = shards.length === 0 ? [features] : shards.map((shard) => shard.features);
  const found = new Map<string, Contrary[number]>();
  for (const [name, feature] of all.flatMap((one) => Object.entries(one))) {
    const seen = isContrary(name, feature) ? (feature.seen ?? 'it is there') : deliveryOf(name, feature, evidence);
    if (seen !== null && !found.has(name)) found.set(name, { feature: name, because: feature.because ?? null, seen });
  }
  return [...found.values()];
}

function deliveryOf(
  name: string,
  { declared }: Report['features'][string],
  evidence: readonly Evidence[],
): string | null {
  if (name !== 'webhooks' || declared !== 'off') return null;
  const came = evidence.find(({ rule, outcome }) => rule === QUIET && outcome === 'violated');
  return came === undefined ? null : `a delivery came (${came.instance}, step ${came.step})`;
}

/** `webhooks is declared off (we poll), and a delivery came (…)`. */
export function contraryText({ feature, because, seen }: Contrary[number]): string {
  return `${feature} is declared off${because === null ? '' : ` (${because})`}, and ${seen}`;
}
