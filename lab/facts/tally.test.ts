import { describe, expect, it } from 'vitest';
import { formsOf, pairsOf } from './forms.ts';
import { formTable, missingTable, tallyOf, totalOf } from './tally.ts';

const measured = {
  name: 'one',
  ways: [],
  seconds: 2,
  server: { a: 1, b: 'x', c: true, d: null, e: 'varies', f: 5 },
  usual: { a: 1, b: 'y', c: true, d: 2, e: 'z', f: 6 },
  calibrated: { a: 1, b: 'x', c: false, d: 3, e: 'z', f: 7 },
};

describe('The tally of a calibrated emulator', () => {
  it('counts the facts that differ, those that are reproduced, and those that calibration made worse', () => {
    const tally = tallyOf(measured);
    expect(tally).toMatchObject({ differing: ['b', 'f'], reproduced: ['b'], worse: ['c'] });
    expect(totalOf([tally, tally])).toBe('reproduced 2 of 4 (50 %), 2 made worse');
    expect(totalOf([])).toBe('reproduced 0 of 0, 0 made worse');
    expect(formTable([tally]).split('\n')[1]).toBe('one | 2 | 1 | 1 | 2.0');
  });

  it('lists the facts that are not reproduced, the most frequent first', () => {
    const other = { ...measured, calibrated: { ...measured.calibrated, c: true } };
    expect(missingTable([measured, other]).split('\n').slice(1)).toEqual([
      '2 of 2 | f | 5 | 6 | 7',
      '1 of 0 | c | true | true | false',
    ]);
  });
});

describe('The forms of a server', () => {
  it('differ in many ways, and are the same for the same seed', () => {
    const forms = formsOf(12, 'test');
    expect(
      forms
        .map(({ ways }) => ways.length)
        .slice(1)
        .every((count) => count > 12),
    ).toBe(true);
    expect(new Set(forms.map(({ ways }) => ways.join())).size).toBe(12);
    expect(formsOf(12, 'test')).toEqual(forms);
  });

  it('come in pairs that differ in one choice', () => {
    const [{ name, question, pair } = { name: '', question: '', pair: [] }] = pairsOf(1, 'test');
    const [usual, other] = pair.map(({ options }) => options.choices ?? {});
    expect(name.startsWith(question)).toBe(true);
    expect(Object.keys(other ?? {}).filter((one) => !Object.hasOwn(usual ?? {}, one))).toEqual([question]);
  });
});
