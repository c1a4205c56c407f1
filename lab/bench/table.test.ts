import { expect, it } from 'vitest';
import { type Figure, type LastRun, share, timesWorse } from './figure.ts';
import { mergeRuns } from './last-run.ts';
import { page, report } from './table.ts';

const rate: Figure = { name: 'GET', unit: '/s', emulator: 500, bare: 1_000, least: 625 };
const cost: Figure = { name: 'start', unit: 'ms', emulator: 200, bare: 100, Hono: 160 };
const last: LastRun = { day: '2026-01-01', machine: 'this', figures: [{ ...rate, emulator: 800 }, cost] };

it.each([
  ['a rate', rate, 'bare', 0.5],
  ['a rate', rate, 'least', 0.8],
  ['a time', cost, 'Hono', 0.8],
  ['a reference that was not measured', cost, 'least', null],
] as const)(
  'A share is the performance of the emulator relative to a reference: %s',
  (_, figure, reference, expected) => {
    expect(share(figure, reference)).toBe(expected);
  },
);

it.each([
  ['a lower rate on this machine', rate, { ...rate, emulator: 800 }, true, 1.6],
  ['a longer time on this machine', cost, { ...cost, emulator: 100 }, true, 2],
  ['the same share on another machine', rate, { ...rate, emulator: 50, bare: 100 }, false, 1],
  ['nothing to compare on another machine', { ...rate, bare: 0 }, rate, false, null],
] as const)('A figure is compared with the same figure of the last run: %s', (_, now, before, isSame, expected) => {
  expect(timesWorse(now, before, isSame)).toBe(expected);
});

it('The table has the emulator, the references, the shares and the last run, and lists below it what got worse', () => {
  const [head, first, second, , words] = report([rate, cost], last, 'this').split('\n');
  expect(head).toMatch(/^figure +emulator +bare +Hono +least +of bare +of Hono +of least +last run$/);
  expect(first?.split(/ {2,}/)).toEqual(['GET', '500 /s', '1,000 /s', '625 /s', '0.50', '0.80', '800 /s']);
  expect(second?.split(/ {2,}/)).toEqual(['start', '200 ms', '100 ms', '160 ms', '0.50', '0.80', '200 ms']);
  expect(words).toBe(
    '1 of 2 figures are worse than in the run of 2026-01-01 (this machine) by more than 15 %: GET (1.60 times).',
  );
});

it('The page has a row for each figure, and the note of the run', () => {
  const text = page({ ...last, note: 'Measured by other means.' });
  expect(text).toContain('\nMeasured by other means.\n');
  expect(text).toContain('| start | 200 ms | 100 ms | 160 ms |  | 0.50 | 0.80 |  |');
});

it('A run of some figures replaces only these, unless the last run is from another machine', () => {
  const run: LastRun = { day: '2026-01-02', machine: 'this', figures: [{ ...cost, emulator: 90 }] };
  const noted = { ...last, note: 'old' };
  expect(mergeRuns(noted, run)).toEqual({ ...run, note: 'old', figures: [last.figures[0], run.figures[0]] });
  expect(mergeRuns(noted, { ...run, figures: [rate, cost] }).note).toBeUndefined();
  expect(mergeRuns(noted, { ...run, machine: 'other' })).toEqual({ ...run, machine: 'other' });
});
