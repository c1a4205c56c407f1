import { describe, expect, it } from 'vitest';
import { aheadOf, clockAheadBy, clockDriver } from './clock-driver.ts';
import type { ClockDriver } from './drivers.ts';

const HOUR = 3_600_000;

/** A clock with something due in a second. */
function clockAt(start: number): ClockDriver {
  let now = start;
  return {
    now: async () => now,
    advance: async (target) => {
      now = 'to' in target ? target.to : now + target.by;
      return { now, fired: [{ at: now, kind: 'job', ref: 'a' }], next_due: now + 1_000 };
    },
  };
}

describe("A driver's clock that is behind the times of answers", () => {
  it('is read in the time of the answers, and moved in its own', async () => {
    const clock = clockAt(1_000);
    const driver = clockAheadBy(clock, HOUR);
    expect(await driver.now()).toBe(HOUR + 1_000);
    expect(await driver.advance({ to: HOUR + 5_000 })).toEqual({
      now: HOUR + 5_000,
      fired: [{ at: HOUR + 5_000, kind: 'job', ref: 'a' }],
      next_due: HOUR + 6_000,
    });
    expect(await clock.now()).toBe(5_000);
    expect(await driver.advance({ by: 2_000 })).toMatchObject({ now: HOUR + 7_000 });
  });

  it('is unchanged if there is no difference', () => {
    const clock = clockAt(0);
    expect(clockAheadBy(clock, 0)).toBe(clock);
  });

  it.each([
    ['within the request', 1_500, 0],
    ['a second before it, since it is reported in seconds', 400, 0],
    ['an hour later', 2_000 + HOUR, HOUR],
    ['an hour earlier', 1_000 - HOUR, -HOUR],
  ])('is detected by the time of an answer: %s', (_, time, ahead) => {
    expect(aheadOf(time, [1_000, 2_000])).toBe(ahead);
  });
});

describe('The answer of a clock that was moved', () => {
  const now = new Date(HOUR).toISOString();
  const advanced = (answer: Record<string, unknown>) =>
    clockDriver(async () => ({
      as: (schema) => schema.parse(answer),
      declined: () => [],
      has: (member) => member in answer,
    })).advance({ to: HOUR });

  it('may list what fell due in any form, since the contract shows none', async () => {
    for (const fired of [undefined, null, 3, 'job_1', [{ job: 'job_1' }, 'evt_1', { at: now, kind: 'job', ref: 'a' }]])
      expect(await advanced({ now, fired, next_due: null })).toEqual({
        now: HOUR,
        fired: Array.isArray(fired) ? [{ at: HOUR, kind: 'job', ref: 'a' }] : [],
        next_due: null,
      });
  });
});
