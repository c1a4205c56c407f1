import type { Evidence } from '../judge/evidence.ts';
import type { Mismatch } from '../suite/expectation/mismatch.ts';
import { FEATURES, type Feature } from '../suite/vocabulary.ts';
import type { Probe } from '../target/probe.ts';
import type { Declared, Target } from '../target/target.ts';

/** What the target declares of a feature, and what it showed of it; null where it showed nothing. */
export type FoundFeature = { declared: Declared; found: boolean | null };

export type FeatureFacts = {
  known: Record<Feature, FoundFeature>;
  /** What scenarios go by. */
  on: Record<Feature, boolean | null>;
  evidence: Evidence[];
};

/** These have no path of their own to ask: what the target declares of them is taken. */
const UNASKABLE: readonly string[] = ['webhooks', 'test-mode'];

/**
 * What a target declares of its features, beside what it shows. Off is proved; on and missing fails in the scenarios of
 * the feature; served although declared off is a breach.
 */
export function featureFacts(
  target: Pick<Target, 'features'>,
  found: Probe['features'],
  differs: Probe['differs'] = [],
): FeatureFacts {
  const known = {} as FeatureFacts['known'];
  const on = {} as FeatureFacts['on'];
  const evidence: Evidence[] = [];
  for (const feature of Object.keys(FEATURES) as Feature[]) {
    const declared = target.features[feature];
    const seen = found[feature];
    known[feature] = { declared, found: seen };
    on[feature] = isOn(known[feature]);
    if (declared !== 'on' && seen === false)
      evidence.push(evidenceOf(feature, differs.includes(feature) ? [otherwise(feature)] : []));
    if (declared === 'off' && seen === true && !UNASKABLE.includes(feature))
      evidence.push(evidenceOf(feature, [served(feature)]));
  }
  return { known, on, evidence };
}

/** What was declared counts; where nothing was, what was found. */
export function isOn({ declared, found }: FoundFeature): boolean | null {
  return declared === 'auto' ? found : declared === 'on';
}

/** Every feature that is off was shown, or may be taken, to be off. */
export function isProvenOff(features: Readonly<Record<string, FoundFeature>>): boolean {
  return Object.entries(features).every(
    ([name, feature]) => isOn(feature) !== false || feature.found === false || UNASKABLE.includes(name),
  );
}

function otherwise(feature: Feature): Mismatch {
  return { pointer: '/body', expected: `the answer of an unknown path, since ${feature} is off`, seen: 'another 404' };
}

function served(feature: Feature): Mismatch {
  return {
    pointer: '/status',
    expected: `the answer of an unknown path, since ${feature} is declared off`,
    seen: 'it is served',
  };
}

function evidenceOf(feature: Feature, mismatches: Mismatch[]): Evidence {
  const outcome = mismatches.length === 0 ? 'held' : 'violated';
  const where = { instance: 'features', step: feature, place: null, partial: false, exchanges: [] };
  return { rule: 'FEATURE-OFF-404', outcome, reason: null, detail: null, mismatches, ...where };
}
