import { FEATURES, type Feature } from '../suite/vocabulary.ts';
import type { Probe } from '../target/probe.ts';
import type { Declared, Target } from '../target/target.ts';

/** What the target declares of a feature, and what it showed of it; null if it showed nothing. */
export type FoundFeature = {
  declared: Declared;
  found: boolean | null;
  /** Why it is declared off, where the target file says why. */
  because?: string;
  /** What showed that it is there, where it is declared off. */
  seen?: string;
};
export type FoundFeatures = Readonly<Record<Feature, FoundFeature>>;

/** These have no path of their own to ask: what the target declares of them is taken. */
const UNASKABLE: readonly string[] = ['webhooks', 'test-mode', 'live-mode'];

export function isAskable(feature: string): boolean {
  return !UNASKABLE.includes(feature);
}

/** What the target says of a feature and what asking it showed. */
export function foundFeatures(
  target: Pick<Target, 'features' | 'declared_off'>,
  { features: found, seen = {} }: Pick<Probe, 'features' | 'seen'>,
): FoundFeatures {
  // Those of a suite of the user are in no target file: what asking for them showed counts.
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

/** One word speaks of both lists unless each has its own. */
export function saidOf(name: Feature, { features }: Pick<Target, 'features'>): Feature {
  return name === 'job.list' && features[name] === 'auto' ? 'lists' : name;
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
export function isOn({ declared, found }: FoundFeature): boolean | null {
  return declared === 'auto' ? found : declared === 'on';
}
