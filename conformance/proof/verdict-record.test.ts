import { describe, expect, it } from 'vitest';
import type { VariantResult } from './prove.ts';
import { changesOf, recordText } from './verdict-record.ts';

const result = (ids: string[], verdicts: string[]): VariantResult => ({
  ids,
  rules: [],
  unfired: [],
  errors: [],
  verdicts,
});
const AS_IS = result([], ['ONE pass', 'TWO pass']);
const DIFFERENT = result(['different'], ['ONE pass', 'TWO inconclusive needs-clock']);
const SAME = result(['same'], ['ONE pass', 'TWO pass']);

describe('The record of verdicts', () => {
  it('has every rule of the emulator as it is, and of a variant what differs', () => {
    expect(recordText([SAME, DIFFERENT, AS_IS])).toBe(
      '## emulator\nONE pass\nTWO pass\n\n## different\nTWO inconclusive needs-clock\n\n## same\n',
    );
  });

  it('is what the same servers give again, and says nothing of several variants at once', () => {
    const record = recordText([AS_IS, DIFFERENT, SAME]);
    expect(changesOf(record, [AS_IS, DIFFERENT, SAME, result(['different', 'same'], ['ONE fail'])])).toEqual([]);
  });

  it('tells each verdict that changed, on the server where it did, and servers that it has not', () => {
    const record = recordText([AS_IS, DIFFERENT]);
    expect(changesOf(record, [result([], ['ONE warn', 'TWO pass'])])).toEqual([
      'emulator: ONE warn now, and not on record',
    ]);
    expect(changesOf(record, [{ ...DIFFERENT, verdicts: ['ONE pass', 'TWO pass'] }])).toEqual([
      'different: TWO pass now, and not on record',
    ]);
    expect(changesOf(record, [SAME])).toEqual(['same has no verdicts on record']);
  });

  it('tells a rule that is gone', () => {
    expect(changesOf(recordText([AS_IS]), [result([], ['ONE pass'])])).toEqual([
      'emulator: TWO pass on record, and not now',
    ]);
  });
});
