import { expect, it } from 'vitest';
import { type Progress, progressTeller } from './progress.ts';

it('Progress reports what is running, what has ended, and what has failed', () => {
  const events: Progress[] = [];
  const { running, ended } = progressTeller(2, (progress) => events.push(progress));
  running(1);
  ended('a', true);
  ended('b', false);
  running(0);
  expect(events.map(({ done, running: now, failures, last }) => [done, now, failures, last])).toEqual([
    [0, 1, 0, null],
    [1, 1, 1, 'a'],
    [2, 1, 1, 'b'],
    [2, 0, 1, 'b'],
  ]);
});
