import { type FoundFeatures, isAskable } from '../plan/features.ts';
import type { Mismatch } from '../suite/expectation/finding.ts';
import { FEATURES, type Feature } from '../suite/vocabulary.ts';
import type { Probe } from '../target/probe.ts';
import { type Evidence, evidenceOf } from './evidence.ts';

const RULE = 'FEATURE-OFF-404';

/**
 * Compares the probed features of a target with the declared ones. A feature that is off is proved to be off. A feature
 * that is declared off but served is a breach. One that is declared on but missing fails in its own scenarios.
 */
export function featureEvidence(features: FoundFeatures, differs: Probe['differs'] = []): Evidence[] {
  return (Object.keys(FEATURES) as Feature[]).flatMap((feature) => {
    const { declared, found, seen } = features[feature];
    if (declared !== 'on' && found === false)
      return [evidenceFor(feature, differs.includes(feature) ? [answersOtherwise(feature)] : [])];
    if (declared === 'off' && found === true && isAskable(feature))
      return [evidenceFor(feature, [isServed(feature, seen)])];
    return [];
  });
}

function answersOtherwise(feature: Feature): Mismatch {
  return { pointer: '/body', expected: `the answer of an unknown path, since ${feature} is off`, seen: 'another 404' };
}

function isServed(feature: Feature, seen = 'it is served'): Mismatch {
  const expected = `the answer of an unknown path, since ${feature} is declared off`;
  return { pointer: '/status', expected, seen };
}

function evidenceFor(feature: Feature, mismatches: Mismatch[]): Evidence {
  const source = { instance: 'features', step: feature, partial: false };
  const outcome = mismatches.length === 0 ? 'held' : 'violated';
  return evidenceOf(RULE, source, { outcome, mismatches }, { place: null, exchanges: [] });
}
