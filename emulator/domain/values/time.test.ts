import { describe, expect, it } from 'vitest';
import {
  DAY,
  HOUR,
  MINUTE,
  nextUtcMidnight,
  parseInstant,
  parseUtcDate,
  SECOND,
  secondsUntil,
  toIso,
  utcDay,
} from './time.ts';

const NOON = Date.UTC(2026, 0, 31, 12);

describe('parseInstant', () => {
  it.each([
    ['2026-01-31T12:00:00Z', NOON],
    ['2026-01-31t12:00:00z', NOON],
    ['2026-01-31T12:00:00.5Z', NOON + 500],
    ['2026-01-31T12:00:00.123Z', NOON + 123],
    ['2026-01-31T12:00:00.123999Z', NOON + 124],
    ['2026-01-31T12:00:00.123000Z', NOON + 123],
    ['2026-01-31T12:00:00+00:00', NOON],
    ['2026-01-31T14:30:00+02:30', NOON],
    ['2026-01-31T07:00:00-05:00', NOON],
    ['2026-02-01T00:59:00+12:59', NOON],
    ['2028-02-29T00:00:00Z', Date.UTC(2028, 1, 29)],
    ['1969-12-31T23:59:59.999Z', -1],
  ])('reads %s', (text, instant) => {
    expect(parseInstant(text)).toBe(instant);
  });

  it.each([
    '',
    'now',
    '2026-01-31',
    '2026-01-31T12:00:00',
    '2026-01-31 12:00:00Z',
    '2026-01-31T12:00Z',
    '2026-1-31T12:00:00Z',
    '2026-01-31T12:00:00.Z',
    '2026-01-31T12:00:00,5Z',
    '2026-01-31T12:00:00+0200',
    '2026-01-31T12:00:00+24:00',
    '2026-01-31T12:00:00+02:60',
    '2026-00-31T12:00:00Z',
    '2026-13-01T12:00:00Z',
    '2026-02-29T12:00:00Z',
    '2026-02-31T12:00:00Z',
    '2026-04-31T12:00:00Z',
    '2026-01-00T12:00:00Z',
    '2026-01-32T12:00:00Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T12:60:00Z',
    '2026-01-31T12:00:61Z',
    ' 2026-01-31T12:00:00Z',
    '2026-01-31T12:00:00Z\n',
  ])('refuses %j', (text) => {
    expect(parseInstant(text)).toBeNull();
  });

  it('reads every millisecond of a second that toIso has written', () => {
    const instants = Array.from({ length: 1_000 }, (_, millisecond) => NOON + millisecond);
    expect(instants.map((instant) => parseInstant(toIso(instant)))).toEqual(instants);
  });
});

describe('parseUtcDate', () => {
  it.each([
    ['2026-01-31', Date.UTC(2026, 0, 31)],
    ['2028-02-29', Date.UTC(2028, 1, 29)],
    ['2026-02-29', null],
    ['2026-13-01', null],
    ['2026-1-1', null],
    ['2026-01-31T00:00:00Z', null],
    ['', null],
  ])('returns the beginning of the day %j, or null', (text, instant) => {
    expect(parseUtcDate(text)).toBe(instant);
  });
});

describe('utcDay and nextUtcMidnight', () => {
  it.each([
    ['2026-01-31T00:00:00.000Z', '2026-01-31', '2026-02-01T00:00:00.000Z'],
    ['2026-01-31T00:00:00.001Z', '2026-01-31', '2026-02-01T00:00:00.000Z'],
    ['2026-01-31T23:59:59.999Z', '2026-01-31', '2026-02-01T00:00:00.000Z'],
    ['2026-12-31T12:00:00.000Z', '2026-12-31', '2027-01-01T00:00:00.000Z'],
    ['1969-12-31T23:59:59.999Z', '1969-12-31', '1970-01-01T00:00:00.000Z'],
  ])('put %s into the day %s, which ends at %s', (text, day, midnight) => {
    const instant = Date.parse(text);
    expect(utcDay(instant)).toBe(day);
    expect(toIso(nextUtcMidnight(instant))).toBe(midnight);
  });
});

describe('secondsUntil', () => {
  it.each([
    [0, 1],
    [1, 1],
    [SECOND - 1, 1],
    [SECOND, 1],
    [SECOND + 1, 2],
    [MINUTE, 60],
    [HOUR, 3_600],
    [DAY, 86_400],
    [-DAY, 1],
  ])('rounds %d ms up to whole seconds: %d', (milliseconds, seconds) => {
    expect(secondsUntil(NOON + milliseconds, NOON)).toBe(seconds);
  });
});
