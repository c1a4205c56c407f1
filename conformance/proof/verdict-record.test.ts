import { describe, expect, it } from 'vitest';
import type { Alarm } from './prove.ts';
import { changesOf, recordText } from './verdict-record.ts';

const alarm = (ids: string[], verdicts: string[]): Alarm => ({ ids, rules: [], unfired: [], errors: [], verdicts });
const AS_IS = alarm([], ['ONE pass', 'TWO pass']);
const ODD = alarm(['odd'], ['ONE pass', 'TWO inconclusive needs-clock']);
const SAME = alarm(['same'], ['ONE pass', 'TWO pass']);

describe('The record of verdicts', () => {
  it('has every rule of the emulator as it is, and of a variant what differs', () => {
    expect(recordText([SAME, ODD, AS_IS])).toBe(
      '## emulator\nONE pass\nTWO pass\n\n## odd\nTWO inconclusive needs-clock\n\n## same\n',
    );
  });

  it('is what the same servers give again, and says nothing of several variants at once', () => {
    const record = recordText([AS_IS, ODD, SAME]);
    expect(changesOf(record, [AS_IS, ODD, SAME, alarm(['odd', 'same'], ['ONE fail'])])).toEqual([]);
  });

  it('tells each verdict that changed, on the server where it did, and servers that it has not', () => {
    const record = recordText([AS_IS, ODD]);
    expect(changesOf(record, [alarm([], ['ONE warn', 'TWO pass'])])).toEqual([
      'emulator: ONE warn now, and not on record',
    ]);
    expect(changesOf(record, [{ ...ODD, verdicts: ['ONE pass', 'TWO pass'] }])).toEqual([
      'odd: TWO pass now, and not on record',
    ]);
    expect(changesOf(record, [SAME])).toEqual(['same has no verdicts on record']);
  });

  it('tells a rule that is gone', () => {
    expect(changesOf(recordText([AS_IS]), [alarm([], ['ONE pass'])])).toEqual([
      'emulator: TWO pass on record, and not now',
    ]);
  });
});
