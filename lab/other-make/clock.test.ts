import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createClock } from './clock.ts';

const BEGIN = Date.UTC(2030, 0, 1);

describe('A frozen clock', () => {
  it('does all due work on the way, each at its own time, including work that results from it', async () => {
    const clock = createClock({ begin: BEGIN, runs: false });
    const done: [string, number][] = [];
    const note = (name: string) => done.push([name, clock.now() - BEGIN]);
    clock.later(300, () => void note('later'));
    clock.later(100, () => {
      note('sooner');
      clock.later(100, () => void note('between'));
      clock.later(901, () => void note('beyond'));
    });
    expect(clock.nextDue()).toBe(BEGIN + 100);
    await clock.goTo((now) => now + 1_000);
    expect(done).toEqual([
      ['sooner', 100],
      ['between', 200],
      ['later', 300],
    ]);
    expect([clock.now(), clock.nextDue()]).toEqual([BEGIN + 1_000, BEGIN + 1_001]);
  });

  it('waits for the work that it began, and moves once for each caller', async () => {
    const clock = createClock({ begin: BEGIN, runs: false });
    const ends: number[] = [];
    clock.later(10, async () => {
      await sleep(5);
      ends.push(clock.now() - BEGIN);
    });
    await Promise.all([clock.goTo((now) => now + 50), clock.goTo((now) => now + 50)]);
    expect([ends, clock.now() - BEGIN]).toEqual([[10], 100]);
    await clock.goTo(() => BEGIN);
    expect(clock.now() - BEGIN).toBe(100);
  });
});

describe('A running clock', () => {
  it('does due work by itself, and can be moved forward', async () => {
    const clock = createClock();
    await new Promise<void>((resolve) => clock.later(1, resolve));
    let isDone = false;
    clock.later(3_600_000, () => {
      isDone = true;
    });
    await clock.goTo((now) => now + 3_600_000);
    expect(isDone).toBe(true);
    expect(clock.now()).toBeGreaterThanOrEqual(Date.now() + 3_600_000 - 1_000);
    clock.later(1, () => {
      isDone = false;
    });
    clock.stop();
    await sleep(5);
    expect(isDone).toBe(true);
  });
});
