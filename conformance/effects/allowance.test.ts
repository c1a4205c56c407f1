import { describe, expect, it } from 'vitest';
import { createAllowance } from './allowance.ts';
import { StopInstance } from './untestable.ts';

const NONE = { wall: null, jobs: null, credit_units: null };
const signal = new AbortController().signal;

function request(method: string, url: string, key = 'pk_test_1') {
  return { method, url, headers: { 'X-API-Key': key }, body: null, timeout: 1000 };
}

const submission = (key?: string) => request('POST', '/v1/skin/analyses', key);

function fakeClock(now = 0) {
  return {
    now: () => now,
    sleep: async (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

describe('The allowance of a run', () => {
  it('limits the time, and reserves a little for the cleanup', async () => {
    const clock = fakeClock();
    const allowance = createAllowance({ ...NONE, wall: 5000 }, signal, clock);
    expect([allowance.left(), allowance.isOver(), allowance.within(60_000)]).toEqual([5000, false, 5000]);
    await clock.sleep(5000);
    expect([allowance.left(), allowance.isOver()]).toEqual([0, true]);
    expect([allowance.within(60_000), allowance.within(50)]).toEqual([1000, 50]);
    await clock.sleep(4500);
    expect([allowance.within(60_000), allowance.within(50)]).toEqual([500, 50]);
    await clock.sleep(500);
    expect(allowance.within(50)).toBe(0);
  });

  it('limits the waits', async () => {
    const clock = fakeClock();
    const allowance = createAllowance({ ...NONE, wall: 5000 }, signal, clock);
    expect([await allowance.wait(3000), await allowance.wait(3000), clock.now()]).toEqual([true, false, 3000]);
    await allowance.clock.sleep(999_999_999);
    expect([clock.now(), allowance.within(50)]).toEqual([10_000, 0]);
  });

  it('without a time limit never ends, and still fits a timer', () => {
    const allowance = createAllowance(NONE, signal);
    expect([allowance.isOver(), allowance.left()]).toEqual([false, 2 ** 31 - 1]);
  });

  it('limits the jobs of each product', () => {
    const allowance = createAllowance({ ...NONE, jobs: 2 }, signal);
    allowance.count(submission());
    for (const path of ['/v1/jobs', '/v1/skin/analyses']) allowance.count(request('GET', path));
    allowance.count(request('POST', '/v1/skin/analyses-no-such-thing'));
    allowance.count(request('POST', '/v1/makeup/try-ons?dry=1'));
    expect(() => allowance.count(request('POST', '/v1/hair/try-ons'))).toThrow(StopInstance);
    expect(() => allowance.count(submission())).toThrow('budget.jobs of the target allows 2, and they are used up');
  });

  it('limits credit units, which only live keys cost', () => {
    const allowance = createAllowance({ ...NONE, credit_units: 1 }, signal);
    allowance.count(submission());
    allowance.count(submission('pk_live_1'));
    allowance.count(submission());
    expect(() => allowance.count(submission('pk_live_1'))).toThrow('budget.credit_units');
  });

  it('counts every request', () => {
    const allowance = createAllowance(NONE, signal);
    allowance.count(request('GET', '/v1/usage'));
    allowance.count(submission());
    expect(allowance.requests()).toBe(2);
  });
});
