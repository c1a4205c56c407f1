import { expect, it } from 'vitest';
import type { FoundFeature } from './features.ts';
import { joinedOff, type OffFeatures, offFeatures } from './off-features.ts';

const howOff = (name: string, feature: FoundFeature) => offFeatures({ [name]: feature }).get(name) ?? 'on';

it.each<[string, FoundFeature, string]>([
  ['lists', { declared: 'auto', found: true }, 'on'],
  ['lists', { declared: 'auto', found: false }, 'proved_off'],
  ['lists', { declared: 'off', found: false, because: 'none' }, 'proved_off'],
  ['lists', { declared: 'off', found: null }, 'unsettled'],
  ['lists', { declared: 'off', found: null, because: 'none' }, 'declared_off'],
  ['lists', { declared: 'off', found: true, because: 'none' }, 'unsettled'],
  ['webhooks', { declared: 'off', found: null }, 'declared_off'],
  ['webhooks', { declared: 'off', found: true, because: 'we poll' }, 'declared_off'],
  ['test-mode', { declared: 'off', found: true, because: 'none' }, 'unsettled'],
  ['test-mode', { declared: 'off', found: null, because: 'none' }, 'declared_off'],
])('%s that is %j is %s', (name, feature, expected) => {
  expect(howOff(name, feature)).toBe(expected);
});

it('The combined knowledge of shards is the weakest of theirs', () => {
  const proved: OffFeatures = new Map([['lists', 'proved_off']]);
  const declared: OffFeatures = new Map([['lists', 'declared_off']]);
  const unsettled: OffFeatures = new Map([['lists', 'unsettled']]);
  const joined = (...shards: OffFeatures[]) => joinedOff(shards).get('lists');
  expect([joined(proved, proved), joined(declared, proved)]).toEqual(['proved_off', 'declared_off']);
  expect([joined(proved, unsettled, declared), joined(declared, unsettled)]).toEqual(['unsettled', 'unsettled']);
});
