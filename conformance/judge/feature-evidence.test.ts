import { expect, it } from 'vitest';
import { type FoundFeature, type FoundFeatures, forEachFeature } from '../plan/features.ts';
import type { Feature } from '../suite/vocabulary.ts';
import type { Declared } from '../target/target.ts';
import { featureEvidence } from './feature-evidence.ts';

/** Returns one feature as given, and the others as unknown. */
function featuresWith(name: Feature, feature: FoundFeature): FoundFeatures {
  return { ...forEachFeature((): FoundFeature => ({ declared: 'auto', found: null })), [name]: feature };
}

it.each<[Declared, boolean | null, Feature, string[]]>([
  ['on', true, 'lists', []],
  ['on', false, 'lists', []],
  ['auto', true, 'lists', []],
  ['auto', false, 'lists', ['held']],
  ['off', false, 'lists', ['held']],
  ['off', true, 'lists', ['violated']],
  ['off', true, 'webhooks', []],
  ['off', true, 'job.list', ['violated']],
  ['off', null, 'lists', []],
])('A feature that is declared %s and found %j (%s) gives the evidence %j', (declared, found, name, outcomes) => {
  const evidence = featureEvidence(featuresWith(name, { declared, found }));
  expect(evidence.map(({ outcome }) => outcome)).toEqual(outcomes);
});

it('A feature that is off but answers differently from an unknown path is a breach', () => {
  const features = featuresWith('lists', { declared: 'auto', found: false });
  expect(featureEvidence(features, ['lists'])).toMatchObject([
    { rule: 'FEATURE-OFF-404', outcome: 'violated', instance: 'features', step: 'lists' },
  ]);
});
