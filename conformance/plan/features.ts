import { FEATURES, type Feature } from '../suite/vocabulary.ts';
import type { Probe } from '../target/probe.ts';
import type { Declared, Target } from '../target/target.ts';

/** What the target declares about a feature, and what probing found; null if it found nothing. */
export type FoundFeature = {
  declared: Declared;
  found: boolean | null;
  /** The reason why it is declared off, if the target file gives one. */
  because?: string;
  /** The sign that it exists, if it is declared off. */
  seen?: string;
};
export type FoundFeatures = Readonly<Record<Feature, FoundFeature>>;

/** These have no path that could be probed, so the declaration of the target counts. */
const UNASKABLE: readonly string[] = ['webhooks', 'test-mode', 'live-mode'];

export function isAskable(feature: string): boolean {
  return !UNASKABLE.includes(feature);
}

/** Combines what the target declares about features and what probing found. */
export function foundFeatures(
  target: Pick<Target, 'features' | 'declared_off'>,
  { features: found, seen = {} }: Pick<Probe, 'features' | 'seen'>,
): FoundFeatures {
  // The features of a user's suite are not in target files, so only probing counts.
  const own = Object.entries(found).map(([name, shown]) => [name, { declared: 'auto', found: shown }]);
  const known = forEachFeature((name) => {
    const said = saidOf(name, target);
    const declared = target.features[said];
    const because = target.declared_off?.[said];
    const shown = declared === 'off' && found[name] === true ? seen[name] : undefined;
    return {
      declared,
      found: found[name],
      ...(because !== undefined && { because }),
      ...(shown !== undefined && { seen: shown }),
    };
  });
  return { ...Object.fromEntries(own), ...known };
}

/** `lists` declares both lists, unless `job.list` is declared separately. */
export function saidOf(name: Feature, { features }: Pick<Target, 'features'>): Feature {
  return name === 'job.list' && features[name] === 'auto' ? 'lists' : name;
}

/** Returns which features are on, for scenarios. */
export function featuresOn(found: Readonly<Record<string, FoundFeature>>): Record<Feature, boolean | null> {
  const seen = Object.entries(found).map(([name, feature]) => [name, isOn(feature)]);
  return { ...forEachFeature(() => null), ...Object.fromEntries(seen) };
}

export function forEachFeature<Value>(give: (name: Feature) => Value): Record<Feature, Value> {
  const names = Object.keys(FEATURES) as Feature[];
  return Object.fromEntries(names.map((name) => [name, give(name)])) as Record<Feature, Value>;
}

/** A declaration counts; without one, the result of probing does. */
export function isOn({ declared, found }: FoundFeature): boolean | null {
  return declared === 'auto' ? found : declared === 'on';
}
