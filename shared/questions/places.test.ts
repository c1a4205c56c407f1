import { describe, expect, it } from 'vitest';
import { choiceAt, withChoices } from './places.ts';

describe('A choice', () => {
  it('is in readings by its name, where a dot leads to a group; stages are next to readings', () => {
    const chosen = { color: 'any', 'codes.gone': 'GONE', 'codes.busy': 'BUSY', 'stages.queued': 0 };
    expect(withChoices({}, chosen)).toEqual({
      readings: { color: 'any', codes: { gone: 'GONE', busy: 'BUSY' } },
      stages: { queued: 0 },
    });
  });

  it('does not change the others', () => {
    const places = { readings: { color: 'hex', codes: { gone: 'GONE' } }, stages: { queued: 1 }, seed: 'a' };
    expect(withChoices(places, { 'codes.busy': 'BUSY' })).toEqual({
      readings: { color: 'hex', codes: { gone: 'GONE', busy: 'BUSY' } },
      stages: { queued: 1 },
      seed: 'a',
    });
    expect(places.readings.codes).toEqual({ gone: 'GONE' });
  });

  it('is found in its place', () => {
    const places = { readings: { color: 'any', codes: { gone: 'GONE' } }, stages: { queued: 0 } };
    const names = ['color', 'codes.gone', 'stages.queued', 'codes.other', 'other.other'];
    expect(names.map((name) => choiceAt(places, name))).toEqual(['any', 'GONE', 0, undefined, undefined]);
  });
});
