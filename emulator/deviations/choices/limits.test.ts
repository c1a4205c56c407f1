import { describe, expect, it } from 'vitest';
import { describeChoices } from '../../testing/choices/choice-rows.ts';
import {
  each,
  failing,
  given,
  last,
  makeup,
  openPlayed,
  type PlayedRow,
  play,
  type Step,
  statuses,
} from '../../testing/play.ts';

const MAKEUP = 'makeup.apply';
/** The answer at noon if the quota is exceeded. */
const FULL = '429 43200';
/** A submission with the live key. */
const LIVE = 'makeup as live';
const SECOND = 'makeup as second';
const NOON = { clock: { mode: 'frozen', start: '2026-01-01T12:00:00Z' } } as const;

/** The status of each submission, and the wait of a refused one. */
const waits = (...steps: Step[]) =>
  each(
    ({ status, headers }) =>
      status > 400 && headers.has('retry-after') ? `${status} ${headers.get('retry-after')}` : status,
    ...steps,
  );
const quota = (units: Record<string, number>) => ({
  ...NOON,
  readings: { daily_quota: { test: units }, input_retention: '7d' },
});
const perMinute = (limit: number) => ({ ...NOON, readings: { admission_per_minute: limit } });
const ONE = quota({ [MAKEUP]: 1 });
const TWO = quota({ [MAKEUP]: 2 });
const ONE_OF_EACH = quota({ [MAKEUP]: 1, 'skin.analyze': 1 });
const ONE_QUOTA = JSON.stringify({ [MAKEUP]: 1 });
const overQuota = last(({ body }) => [body.error.code, body.error.retryable], 'makeup', 'makeup');
const spaced = waits('makeup', '10s', 'makeup', '50s', 'makeup');
const twice = waits('makeup', 'makeup');
const days = waits('6h', 'makeup', '1h', 'makeup', '11h', 'makeup', '12h', 'makeup', 'makeup', 'makeup');
const minutes = waits('30s', 'makeup', '10s', 'makeup', 'makeup', '20s', 'makeup', '30s', 'makeup', 'makeup');
const bucket = waits(
  'makeup',
  'makeup',
  'makeup',
  '20s',
  'makeup',
  '10s',
  'makeup',
  'makeup',
  '60s',
  'makeup',
  'makeup',
);

const ROWS: readonly PlayedRow[] = [
  [
    'daily_quota.live',
    waits(LIVE, LIVE, 'makeup', 'makeup'),
    [202, 202, 202, 202],
    { [ONE_QUOTA]: [202, FULL, 202, 202] },
    NOON,
  ],
  [
    'daily_quota.test',
    waits('makeup', 'makeup', 'skin', LIVE, LIVE),
    [202, 202, 202, 202, 202],
    { [ONE_QUOTA]: [202, FULL, 202, 202, 202] },
    NOON,
  ],
  ['quota_status', twice, [202, FULL], { 402: [202, '402 43200'], 403: [202, '403 43200'] }, ONE],
  ['quota_status', overQuota, ['RATE_LIMITED', true], { 403: ['RATE_LIMITED', false] }, ONE],
  ['quota_code', overQuota, ['RATE_LIMITED', true], { QUOTA_EXCEEDED: ['QUOTA_EXCEEDED', true] }, ONE],
  ['quota_retry_after', twice, [202, FULL], { one_hour: [202, '429 3600'], absent: [202, 429] }, ONE],
  [
    'quota_of_failed',
    given([failing], statuses('makeup', '10s', 'makeup', 'makeup')),
    [202, 429, 429],
    { given_back: [202, 202, 429] },
    ONE,
  ],
  [
    'quota_counts',
    waits('skin', 'skin', 'makeup', 'hair'),
    [202, FULL, 202, 202],
    { together: [202, 202, FULL, 202] },
    ONE_OF_EACH,
  ],
  [
    'quota_day',
    days,
    [202, 202, 202, 202, '429 21600', '429 21600'],
    { at_first_job: [202, 202, FULL, 202, 202, '429 86400'], rolling: [202, 202, FULL, 202, '429 3600', '429 3600'] },
    TWO,
  ],
  ['quota_owner', waits('makeup', SECOND, SECOND), [202, FULL, FULL], { api_key: [202, 202, FULL] }, ONE],
  ['admission_per_minute', spaced, [202, 202, 202], { 1: [202, '429 50', 202] }, NOON],
  [
    'admission_window',
    minutes,
    [202, 202, '429 20', 202, 202, '429 30'],
    { sliding_minute: [202, 202, '429 50', '429 30', 202, '429 10'] },
    perMinute(2),
  ],
  [
    'admission_window',
    bucket,
    [202, 202, '429 60', '429 40', '429 30', '429 30', 202, 202],
    { token_bucket: [202, 202, '429 30', '429 10', 202, '429 30', 202, 202] },
    perMinute(2),
  ],
  [
    'admission_owner',
    waits('makeup', SECOND, LIVE),
    [202, 202, 202],
    { environment: [202, '429 60', 202], account: [202, '429 60', '429 60'] },
    perMinute(1),
  ],
  [
    'admission_counts',
    waits(makeup({ products: [] }), makeup({}, { idempotencyKey: 'a' }), makeup({}, { idempotencyKey: 'a' }), 'makeup'),
    [400, 202, 200, 202],
    { all: [400, 202, 200, '429 60'] },
    perMinute(2),
  ],
];

describeChoices('limits', ROWS, { open: openPlayed });

describe('limits under several choices', () => {
  it.each(['at_first_job', 'rolling', 'utc_midnight'] as const)(
    'a cancelled job returns its unit: %s',
    async (quota_day) => {
      const played = await openPlayed({ readings: { daily_quota: { test: { [MAKEUP]: 1 } }, quota_day } });
      expect(await statuses('makeup', 'POST /v1/jobs/{job}/cancel', 'makeup')(played)).toEqual([202, 200, 202]);
    },
  );

  it.each([
    ['by_operation', [202, 202, 202, 202]],
    ['together', [202, 202, 429, 429]],
  ] as const)('a quota that is set by a switch counts as chosen: %s', async (quota_counts, expected) => {
    const played = await openPlayed({ readings: { quota_counts } });
    played.emulator.switches.set({ daily_quota: 2 });
    expect(await statuses('makeup', 'skin', 'makeup', 'skin')(played)).toEqual(expected);
  });

  it('a refusal over the quota has the code of any other 429 unless it has its own', async () => {
    const readings = { ...ONE.readings, codes: { rate_limited: 'SLOW_DOWN' } };
    expect(await overQuota(await openPlayed({ readings }))).toEqual(['SLOW_DOWN', true]);
    const both = { ...readings, quota_code: 'QUOTA_EXCEEDED' };
    expect(await overQuota(await openPlayed({ readings: both }))).toEqual(['QUOTA_EXCEEDED', true]);
  });

  it('earlier jobs count towards a quota that is set in a running world', async () => {
    const played = await openPlayed();
    await play(played, 'makeup');
    await played.emulator.readings.set({ daily_quota: { test: { [MAKEUP]: 1 } }, quota_day: 'rolling' });
    expect(await statuses('makeup', '24h', 'upload', 'makeup')(played)).toEqual([429, 201, 202]);
  });
});
