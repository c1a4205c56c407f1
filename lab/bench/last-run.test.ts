import { describe, expect, it } from 'vitest';
import { figure } from './figure.ts';
import { pageOf } from './last-run.ts';

const page = (figures: Parameters<typeof pageOf>[0], before = '') =>
  pageOf(figures, { machine: 'this', day: '2026-01-02', before });
const rows = (text: string) => text.split('\n').filter((line) => line.startsWith('| '));

describe('The page of the run that is kept', () => {
  const whole = page([
    figure('idle', [80, 'MB'], { atMost: 75 }),
    figure('submit', [50, 'µs'], { better: 'less' }, { bare: '20 µs' }),
  ]);

  it('has a row a figure, and says what machine that was', () => {
    expect(whole).toContain('last on 2026-01-02, on this.');
    expect(rows(whole).slice(2)).toEqual([
      '| 0.94 NO | idle | 80.0 MB | <= 75.0 MB |  |',
      '|  | submit | 50.0 µs |  | bare 20 µs |',
    ]);
  });

  it('keeps what was not measured again in its place', () => {
    const again = page(
      [figure('submit', [40, 'µs'], { better: 'less' }), figure('day', [1, 'ms'], { better: 'less' })],
      whole,
    );
    expect(rows(again).slice(2)).toEqual([
      '| 0.94 NO | idle | 80.0 MB | <= 75.0 MB |  |',
      '|  | submit | 40.0 µs |  |  |',
      '|  | day | 1.0 ms |  |  |',
    ]);
  });
});
