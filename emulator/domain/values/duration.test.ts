import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDuration, parseDuration } from './duration.ts';
import { DAY, HOUR, MINUTE, SECOND } from './time.ts';

describe('parseDuration', () => {
  it.each([
    ['0s', 0],
    ['500ms', 500],
    ['1s', SECOND],
    ['1.5s', 1_500],
    ['8m', 8 * MINUTE],
    ['24h', DAY],
    ['7d', 7 * DAY],
    ['1h30m', HOUR + 30 * MINUTE],
    ['1d2h3m4s5ms', DAY + 2 * HOUR + 3 * MINUTE + 4 * SECOND + 5],
    ['0.5h', 30 * MINUTE],
    ['PT8M', 8 * MINUTE],
    ['PT1H30M', HOUR + 30 * MINUTE],
    ['PT0.5S', 500],
    ['P1D', DAY],
    ['P1DT12H', DAY + 12 * HOUR],
    ['PT0S', 0],
  ])('reads %s as %d ms', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  it.each(['', ' ', 's', '5', '-5s', '+5s', '5 s', '5S', '1w', '1h 30m', '.5s', '5.s', '1e3s', 'soon', '1s?'])(
    'refuses %j',
    (text) => {
      expect(parseDuration(text)).toBeNull();
    },
  );

  it.each(['P', 'PT', 'P1', 'P1H', 'P1DT', 'PT1D', 'PT1M1H', 'P1W', 'P1M', 'pt8m', '-PT8M', 'PT1.5H'])(
    'refuses the ISO 8601 text %j',
    (text) => {
      expect(parseDuration(text)).toBeNull();
    },
  );
});

describe('formatDuration', () => {
  it.each([
    [0, '0s'],
    [1, '1ms'],
    [999, '999ms'],
    [SECOND, '1s'],
    [90_000, '1m30s'],
    [HOUR, '1h'],
    [DAY, '1d'],
    [DAY + 1, '1d1ms'],
    [25 * HOUR, '1d1h'],
    [8 * DAY, '8d'],
  ])('writes %d ms as %s', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });

  it('writes what parseDuration reads back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000 * DAY }), (milliseconds) => {
        expect(parseDuration(formatDuration(milliseconds))).toBe(milliseconds);
      }),
    );
  });
});
