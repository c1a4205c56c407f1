import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatInstant, parseDay, parseDuration, parseInstant, parsePercent, parseSize } from './quantities.ts';

describe('a length of time', () => {
  it.each([
    ['500ms', 500],
    ['15s', 15_000],
    ['8m', 480_000],
    ['1m30s', 90_000],
    ['1h30m', 5_400_000],
    ['9h36m', 34_560_000],
    ['2d', 172_800_000],
    ['1d2h3m4s5ms', 93_784_005],
    ['0.1s', 100],
    ['0.3ms', 0.3],
    ['0s', 0],
    [1500, 1500],
  ])('%j is %d milliseconds', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  it.each([...['', '15', 's', '30m1h', '1m1m', '-5m', '1 m', '1w', '1.h', '5M', null, Number.NaN, []]])(
    '%j is not one',
    (text) => {
      expect(parseDuration(text)).toBeNull();
    },
  );
});

describe('an instant', () => {
  it.each([
    ['1970-01-01T00:00:00Z', 0],
    ['1970-01-01T00:00:01.5Z', 1500],
    ['1970-01-01T00:00:00.123456Z', 123],
    ['1970-01-01T01:00:00+01:00', 0],
    ['2024-02-29T00:00:00Z', 1_709_164_800_000],
  ])('%s is %d milliseconds after 1970', (text, at) => {
    expect(parseInstant(text)).toBe(at);
  });

  it.each([
    ...[
      '2023-02-29T00:00:00Z',
      '2026-02-30T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-00-01T00:00:00Z',
      '2026-01-00T00:00:00Z',
      '2026-04-31T00:00:00Z',
      '2026-01-01T24:00:00Z',
    ],
    ...['2026-01-01T00:00:60Z', '2026-01-01T00:00:00', '2026-01-01 00:00:00Z', '2026-01-01T00:00Z'],
    ...['2026-01-01', ' 2026-01-01T00:00:00Z', 0, null],
  ])('%j is not one', (text) => {
    expect(parseInstant(text)).toBeNull();
  });

  it('is the same after it is formatted and parsed', () => {
    const [min, max] = [new Date('0000-01-01T00:00:00Z'), new Date('9999-12-31T23:59:59.999Z')];
    const years = { min, max, noInvalidDate: true };
    fc.assert(fc.property(fc.date(years), (date) => parseInstant(formatInstant(date.getTime())) === date.getTime()));
  });

  it('cannot be formatted after the year 9999', () => {
    expect(formatInstant(Date.parse('9999-12-31T23:59:59.999Z') + 1)).toBeNull();
    expect(formatInstant(Number.NaN)).toBeNull();
  });
});

describe('a day', () => {
  it('begins at midnight in UTC, if it exists', () => {
    expect(parseDay('1970-01-02')).toBe(86_400_000);
    expect(['2026-02-30', '2026-13-01', '2026-01-00'].map(parseDay)).toEqual([null, null, null]);
    expect(parseDay('1970-01-02T00:00:00Z')).toBeNull();
  });
});

describe('a percentage', () => {
  it.each([
    ['20%', 0.2],
    ['0.5%', 0.005],
    ['100%', 1],
    ['20', null],
    ['%', null],
    ['-1%', null],
    [20, null],
  ])('%j is the fraction %j', (text, part) => {
    expect(parsePercent(text)).toBe(part);
  });
});

describe('a size', () => {
  it.each([
    ['15MiB', 15_728_640],
    ['1KiB', 1024],
    ['1.5 kB', 1500],
    ['10B', 10],
    [100, 100],
    ['0.1B', null],
    ['15', null],
    ['1XB', null],
    [-1, null],
    [1.5, null],
    [null, null],
  ])('%j is %j bytes', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes);
  });
});
