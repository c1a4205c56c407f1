import { describe, expect, it } from 'vitest';
import { DAY, HOUR, type Instant, MINUTE } from './values/time.ts';
import { type EventType, nextAttemptAt } from './webhook.ts';

/** The table of spec 6.5, written out again. */
const WAITS = [1 * MINUTE, 5 * MINUTE, 30 * MINUTE, 1 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR];
const CREATED = Date.UTC(2026, 0, 1);
const SEEDS = Array.from({ length: 1_000 }, (_, index) => `seed-${index}`);

/** The times of all attempts of a delivery whose receiver never answers. */
function attemptTimes(seed: string, type: EventType = 'job.failed', firstAt: Instant = CREATED): Instant[] {
  const times = [firstAt];
  for (;;) {
    const now = times.at(-1) ?? firstAt;
    const due = nextAttemptAt(seed, { id: `del_of_${seed}` }, { type, createdAt: CREATED }, times.length, now);
    if (due === null) return times;
    times.push(due);
  }
}

const schedules = SEEDS.map((seed) => ({ seed, times: attemptTimes(seed) }));
const waitsOf = (times: readonly Instant[]) => times.slice(1).map((time, index) => time - (times[index] ?? 0));

describe('6.5 the schedule of retries, over a thousand seeds', () => {
  it('keeps every wait within 20 % of the nominal wait', () => {
    const strays = schedules.flatMap(({ seed, times }) =>
      waitsOf(times).flatMap((wait, index) => {
        const nominal = WAITS[index] ?? 0;
        return Math.abs(wait - nominal) <= 0.2 * nominal ? [] : [`${seed}: wait ${index + 1} of ${wait}`];
      }),
    );
    expect(strays).toEqual([]);
  });

  it('uses the whole range, in both directions, for every wait', () => {
    for (const [index, nominal] of WAITS.slice(0, 6).entries()) {
      const shares = schedules.map(({ times }) => (waitsOf(times)[index] ?? 0) / nominal);
      expect(Math.min(...shares)).toBeLessThan(0.82);
      expect(Math.max(...shares)).toBeGreaterThan(1.18);
    }
  });

  it('makes no attempt later than 24 hours after the event', () => {
    expect(schedules.filter(({ times }) => times.some((time) => time > CREATED + DAY))).toEqual([]);
  });

  it('has eight attempts, or seven if the eighth would be too late, and both occur', () => {
    expect(new Set(schedules.map(({ times }) => times.length))).toEqual(new Set([7, 8]));
    const short = schedules.filter(({ times }) => times.length === 7);
    expect(short.filter(({ times }) => (times[6] ?? 0) + 1.2 * 12 * HOUR <= CREATED + DAY)).toEqual([]);
  });

  it('has seven attempts only if the wait before the eighth exceeds the 24 hours', () => {
    const short = schedules.filter(({ times }) => times.length === 7);
    for (const { seed, times } of short) {
      // The same draw for an event that was created later and has time for an eighth attempt.
      const roomy = { type: 'job.failed', createdAt: CREATED + DAY } as const;
      const seventh = times[6] ?? 0;
      const due = nextAttemptAt(seed, { id: `del_of_${seed}` }, roomy, 7, seventh) ?? 0;
      expect(due).toBeGreaterThan(CREATED + DAY);
      expect(Math.abs(due - seventh - 12 * HOUR)).toBeLessThanOrEqual(0.2 * 12 * HOUR);
    }
  });

  it('is the same for the same seed, and differs between seeds', () => {
    expect(SEEDS.map((seed) => attemptTimes(seed))).toEqual(schedules.map(({ times }) => times));
    expect(new Set(schedules.map(({ times }) => times.join())).size).toBe(SEEDS.length);
  });

  it('tries a ping once', () => {
    expect(new Set(SEEDS.map((seed) => attemptTimes(seed, 'test.ping').length))).toEqual(new Set([1]));
  });

  it('tries a resend once after the 24 hours', () => {
    expect(attemptTimes('any', 'job.failed', CREATED + DAY)).toHaveLength(1);
  });

  it('makes an attempt that is due at the last instant, but not a millisecond later', () => {
    const next = (createdAt: Instant) => nextAttemptAt('s', { id: 'd' }, { type: 'job.failed', createdAt }, 1, CREATED);
    const due = next(CREATED) ?? 0;
    expect(next(due - DAY)).toBe(due);
    expect(next(due - DAY - 1)).toBeNull();
  });

  it('makes no ninth attempt, however early the eighth was', () => {
    expect(nextAttemptAt('s', { id: 'd' }, { type: 'job.failed', createdAt: CREATED }, 8, CREATED)).toBeNull();
  });
});
