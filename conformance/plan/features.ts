import { FEATURES, type Feature } from '../suite/vocabulary.ts';
import type { Probe } from '../target/probe.ts';
import type { Declared, Target } from '../target/target.ts';

/** What the target declares of a feature, and what it showed of it; null where it showed nothing. */
export type FoundFeature = { declared: Declared; found: boolean | null };
export type FoundFeatures = Readonly<Record<Feature, FoundFeature>>;

/** These have no path of their own to ask: what the target declares of them is taken. */
const UNASKABLE: readonly string[] = ['webhooks', 'test-mode'];

export function isAskable(feature: string): boolean {
  return !UNASKABLE.includes(feature);
}

export function foundFeatures({ features }: Pick<Target, 'features'>, found: Probe['features']): FoundFeatures {
  // Those of a suite of one's own are in no target file: what asking for them showed counts.
  const own = Object.entries(found).map(([name, seen]) => [name, { declared: 'auto', found: seen }]);
  return {
    ...Object.fromEntries(own),
    ...forEachFeature((name) => ({ declared: features[name], found: found[name] })),
  };
}

/** What scenarios go by. */
export function featuresOn(found: Readonly<Record<string, FoundFeature>>): Record<Feature, boolean | null> {
  const seen = Object.entries(found).map(([name, feature]) => [name, isOn(feature)]);
  return { ...forEachFeature(() => null), ...Object.fromEntries(seen) };
}

export function forEachFeature<Value>(give: (name: Feature) => Value): Record<Feature, Value> {
  const names = Object.keys(FEATURES) as Feature[];
  return Object.fromEntries(names.map((name) => [name, give(name)])) as Record<Feature, Value>;
}

/** What was declared counts; where nothing was, what was found. */
function isOn({ declared, found }: FoundFeature): boolean | null {
  return declared === 'auto' ? found : declared === 'on';
}

/** Every feature that is off was shown, or may be taken, to be off. */
export function isProvenOff(features: Readonly<Record<string, FoundFeature>>): boolean {
  return Object.entries(features).every(
    ([name, feature]) => isOn(feature) !== false || feature.found === false || !isAskable(name),
  );
}
