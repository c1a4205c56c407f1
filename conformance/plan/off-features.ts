import { type FoundFeature, isAskable, isOn } from './features.ts';

/** How it is known of a feature that it is off: unsettled where it is declared and could have been asked, and was not found out. */
export type OffFeatures = ReadonlyMap<string, 'proved_off' | 'declared_off' | 'unsettled'>;

/** The features of a target that are off. */
export function offFeatures(features: Readonly<Record<string, FoundFeature>>): OffFeatures {
  const off = Object.entries(features).filter(([, feature]) => isOn(feature) === false);
  return new Map(off.map(([name, feature]) => [name, howOff(name, feature)]));
}

function howOff(name: string, feature: FoundFeature): 'proved_off' | 'declared_off' | 'unsettled' {
  if (feature.found === false) return 'proved_off';
  if (isContrary(name, feature)) return 'unsettled';
  return feature.because !== undefined || !isAskable(name) ? 'declared_off' : 'unsettled';
}

/** Whether a feature that is declared off was seen to be there. That events could be taken does not say that any are sent. */
export function isContrary(name: string, { declared, found }: FoundFeature): boolean {
  return declared === 'off' && found === true && name !== 'webhooks';
}

/** What holds of several shards together: the weakest of what each of them knew. */
export function joinedOff(shards: readonly OffFeatures[]): OffFeatures {
  const joined = new Map<string, 'proved_off' | 'declared_off' | 'unsettled'>();
  for (const [name, how] of shards.flatMap((shard) => [...shard])) {
    const known = joined.get(name);
    if (known === undefined || known === 'proved_off' || how === 'unsettled') joined.set(name, how);
  }
  return joined;
}
