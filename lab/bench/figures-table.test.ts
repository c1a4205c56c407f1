import { describe, expect, it } from 'vitest';
import { type Figure, figure, ofLimit } from './figure.ts';
import { figuresReport } from './figures-table.ts';

const FAST = figure('GET: share of bare', [0.6, 'of'], { atLeast: 0.5 }, { bare: '100' });
const HEAVY = figure('idle', [80, 'MB'], { atMost: 75 });
const FREE = figure('submit', [50, 'µs'], { better: 'less' });
const last = { day: '2026-01-01', machine: 'this', figures: { 'GET: share of bare': 0.8, idle: 60, submit: 50 } };
const rows = (all: readonly Figure[], before: typeof last | null, machine = 'this') =>
  figuresReport(all, before, machine).split('\n');

describe('The table of figures', () => {
  it('begins with how each stands to its limit', () => {
    const [head, ...lines] = rows([FAST, HEAVY, FREE], null);
    expect(head).toMatch(/^of limit +figure +value +limit +last run +beside$/);
    expect(lines.slice(0, 3).map((line) => line.split(/ {2,}/))).toEqual([
      ['1.20', 'GET: share of bare', '0.60', '>= 0.50', 'bare 100'],
      ['0.94 NO', 'idle', '80.0 MB', '<= 75.0 MB'],
      ['', 'submit', '50.0 µs'],
    ]);
    expect(lines.at(-1)).toBe('1 of 2 limits are missed: idle.');
  });

  it('says what got worse than in the last run, either way', () => {
    expect(rows([FAST, HEAVY, FREE], last).at(-1)).toBe(
      '2 of 3 figures got worse than in the last run that was kept (2026-01-01, this machine) by more than 15 %: ' +
        'GET: share of bare (0.80, now 0.60); idle (60.0 MB, now 80.0 MB).',
    );
  });

  it('compares shares alone with the run of another machine', () => {
    expect(rows([HEAVY, FREE], last, 'that').at(-1)).toMatch(/^None of 0 figures got worse .* by shares alone: this/);
  });
});

it('What is to be small and is nothing is reached', () => {
  expect(ofLimit(figure('more', [-1, 'ms'], { atMost: 5 }))).toBe(Number.POSITIVE_INFINITY);
});
