import { describe, expect, it } from 'vitest';
import { choiceAt, withChoices } from './places.ts';

describe('A choice', () => {
  it('stands under readings by its name, where a dot leads into a group, and stages stand beside them', () => {
    const chosen = { color: 'any', 'codes.gone': 'GONE', 'codes.busy': 'BUSY', 'stages.queued': 0 };
    expect(withChoices({}, chosen)).toEqual({
      readings: { color: 'any', codes: { gone: 'GONE', busy: 'BUSY' } },
      stages: { queued: 0 },
    });
  });

  it('leaves the others as they are', () => {
    const places = { readings: { color: 'hex', codes: { gone: 'GONE' } }, stages: { queued: 1 }, seed: 'a' };
    expect(withChoices(places, { 'codes.busy': 'BUSY' })).toEqual({
      readings: { color: 'hex', codes: { gone: 'GONE', busy: 'BUSY' } },
      stages: { queued: 1 },
      seed: 'a',
    });
    expect(places.readings.codes).toEqual({ gone: 'GONE' });
  });

  it('is found where it stands', () => {
    const places = { readings: { color: 'any', codes: { gone: 'GONE' } }, stages: { queued: 0 } };
    const names = ['color', 'codes.gone', 'stages.queued', 'codes.other', 'other.other'];
    expect(names.map((name) => choiceAt(places, name))).toEqual(['any', 'GONE', 0, undefined, undefined]);
  });
});
