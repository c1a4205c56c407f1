import { describe, expect, it } from 'vitest';
import { choiceResult } from './small-table.ts';
import { changesOf, type Graded, recordText } from './verdict-record.ts';

const USUAL = choiceResult('emulator', { verdicts: ['ONE pass', 'TWO pass'] });
const DIFFERENT = choiceResult('size=2', { verdicts: ['ONE pass', 'TWO inconclusive needs-clock'] });
const SAME = choiceResult('limit=1', { verdicts: ['ONE pass', 'TWO pass'] });
const row = (number: number, verdicts: string[], rules: string[] = []): Graded['rows'][number] => ({
  row: { make: 'emulator', name: `row-${number}`, digest: `d${number}`, choices: [] },
  result: choiceResult(`row-${number}`, { verdicts, rules }),
});
const ROWS = [row(10, ['ONE pass', 'TWO pass']), row(2, ['ONE fail', 'TWO pass'], ['ONE'])];
const graded = (own: Partial<Graded>): Graded => ({ usual: null, choices: [], rows: [], seed: 'ci', ...own });
const RECORD = recordText(graded({ usual: USUAL, choices: [DIFFERENT, SAME], rows: ROWS }));

describe('The record of verdicts', () => {
  it('has every rule for the unchanged emulator, the differences for a choice, and counts for a row', () => {
    expect(RECORD).toBe(
      '## emulator\nONE pass\nTWO pass\n\n## limit=1\n\n## size=2\nTWO inconclusive needs-clock\n\n' +
        '## rows of seed ci\nrow-2 d2: 1 fail, 1 pass; fails ONE\nrow-10 d10: 2 pass\n',
    );
  });

  it('is the same for the same servers', () => {
    expect(changesOf(RECORD, graded({ usual: USUAL, choices: [DIFFERENT, SAME], rows: ROWS }))).toEqual([]);
  });

  it('reports each changed verdict with its server, and choices that are missing in it', () => {
    expect(changesOf(RECORD, graded({ usual: { ...USUAL, verdicts: ['ONE warn', 'TWO pass'] } }))).toEqual([
      'emulator: ONE warn now, and not on record',
    ]);
    expect(changesOf(RECORD, graded({ choices: [{ ...DIFFERENT, verdicts: ['ONE pass', 'TWO pass'] }] }))).toEqual([
      'size=2: TWO pass now, and not on record',
    ]);
    expect(changesOf(RECORD, graded({ choices: [choiceResult('size=1')] }))).toEqual([
      'size=1 has no verdicts on record',
    ]);
  });

  it('reports a removed rule', () => {
    expect(changesOf(RECORD, graded({ usual: { ...USUAL, verdicts: ['ONE pass'] } }))).toEqual([
      'emulator: TWO pass on record, and not now',
    ]);
  });

  it('reports a row with another result, but not new rows', () => {
    const changed = graded({ rows: [row(10, ['ONE pass', 'TWO warn'], ['TWO'])] });
    expect(changesOf(RECORD, changed)).toEqual([
      'seed ci: row-10 d10: 1 pass, 1 warn; fails TWO now, and on record row-10 d10: 2 pass',
    ]);
    expect(changesOf(RECORD, { ...changed, seed: 'other' })).toEqual([]);
    expect(changesOf(RECORD, graded({ rows: [row(11, [])] }))).toEqual([]);
  });

  it('keeps the rows of other seeds, and those of the current seed that are not graded again', () => {
    const again = recordText(graded({ usual: USUAL, seed: 'b', rows: [row(1, [])] }), RECORD);
    expect(again.match(/^## .*/gm)).toEqual(['## emulator', '## rows of seed ci', '## rows of seed b']);
    expect(recordText(graded({ usual: USUAL }), RECORD)).toContain('row-10 d10: 2 pass');
  });
});
