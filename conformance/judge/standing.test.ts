import { describe, expect, it } from 'vitest';
import type { OffFeatures } from '../plan/off-features.ts';
import type { Reason } from '../suite/reasons.ts';
import type { Evidence } from './evidence.ts';
import { isWithoutOccasion, offAmong } from './standing.ts';

function evidence(outcome: Evidence['outcome'], reason: Reason | null, changes: Partial<Evidence> = {}): Evidence {
  const where = { rule: 'A-RULE', instance: 'a/b', step: 'one', place: null, partial: false };
  return { ...where, outcome, reason, detail: null, mismatches: [], exchanges: [], ...changes };
}
const untested = (reason: Reason, changes: Partial<Evidence> = {}) => evidence('untested', reason, changes);
const off = (detail: string | null) => untested('feature-off', { detail });

const OFF: OffFeatures = new Map([
  ['lists', 'proved_off'],
  ['webhooks', 'declared_off'],
  ['job.cancel', 'unsettled'],
]);

describe('A feature that is off', () => {
  it.each([
    ['lists is off', { standing: 'proved_off', declared: [] }],
    ['feature.lists is not met', { standing: 'proved_off', declared: [] }],
    ['webhooks is off', { standing: 'declared_off', declared: ['webhooks'] }],
    ['feature.job.cancel is not met', null],
  ])('counts by how this is known: %s', (detail, expected) => {
    expect(offAmong([off(detail)], OFF)).toEqual(expected);
  });

  it('is declared off if one of several is, and does not count if one is unsettled', () => {
    expect(offAmong([off('lists is off'), off('webhooks is off')], OFF)?.standing).toBe('declared_off');
    expect(offAmong([off('lists is off'), off('job.cancel is off')], OFF)).toBeNull();
    expect(offAmong([off(null)], OFF)).toBeNull();
  });

  it('is not the reason if there is another reason for the untested rule', () => {
    expect(offAmong([off('lists is off'), untested('needs-key')], OFF)).toBeNull();
    expect(offAmong([], OFF)).toBeNull();
  });
});

describe('A rule without occasion', () => {
  const NONE = untested('no-occasion');

  it.each([
    ['each time', [NONE, NONE]],
    ['beside a driver that could have forced it', [NONE, untested('needs-driver')]],
    ['beside a feature that is off', [NONE, off('lists is off')]],
    ['beside answers that are looked at in passing', [NONE, untested('condition', { step: 'every-answer' })]],
    ['beside set-ups', [NONE, untested('condition', { step: 'lib/finish/end' })]],
  ])('is one whose occasion was provided: %s', (_when, found) => {
    expect(isWithoutOccasion(found)).toBe(true);
  });

  it.each<[string, Evidence[]]>([
    ['nothing was brought', [untested('condition')]],
    ['a scenario did not come to its part', [NONE, untested('condition')]],
    ['a key is missing', [NONE, untested('needs-key')]],
    ['there was no time', [NONE, untested('budget')]],
    ['the clock is missing', [NONE, untested('needs-clock')]],
    ['it was seen in part', [NONE, evidence('held', null, { partial: true })]],
    ['nothing was checked', []],
  ])('is not one if %s', (_when, found) => {
    expect(isWithoutOccasion(found)).toBe(false);
  });
});
