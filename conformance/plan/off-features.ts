import { type FoundFeature, isAskable, isOn } from './features.ts';

/**
 * How it is known that a feature is off: `unsettled` if it is declared off without a reason, and could be probed but
 * was not found to be off.
 */
export type OffFeatures = ReadonlyMap<string, 'proved_off' | 'declared_off' | 'unsettled'>;

export function offFeatures(features: Readonly<Record<string, FoundFeature>>): OffFeatures {
  const off = Object.entries(features).filter(([, feature]) => isOn(feature) === false);
  return new Map(off.map(([name, feature]) => [name, howOff(name, feature)]));
}

function howOff(name: string, feature: FoundFeature): 'proved_off' | 'declared_off' | 'unsettled' {
  if (feature.found === false) return 'proved_off';
  if (isContrary(name, feature)) return 'unsettled';
  return feature.because !== undefined || !isAskable(name) ? 'declared_off' : 'unsettled';
}

/**
 * Returns whether a feature that is declared off was found. For webhooks, being able to receive events does not mean
 * that any are sent.
 */
export function isContrary(name: string, { declared, found }: FoundFeature): boolean {
  return declared === 'off' && found === true && name !== 'webhooks';
}

/** Combines the knowledge of several shards: the weakest for each feature. */
export function joinedOff(shards: readonly OffFeatures[]): OffFeatures {
  const joined = new Map<string, 'proved_off' | 'declared_off' | 'unsettled'>();
  for (const [name, how] of shards.flatMap((shard) => [...shard])) {
    const known = joined.get(name);
    if (known === undefined || known === 'proved_off' || how === 'unsettled') joined.set(name, how);
  }
  return joined;
}
