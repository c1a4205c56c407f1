import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { collectWhenIdle, keepHeapSmall } from './keep-heap-small.ts';

const MB = 2 ** 20;

/** A process whose memory is `after` when it has collected. */
function processOf({ resident, after, heap = 50 }: { resident: number; after: number; heap?: number }) {
  const state = { cpu: 0, resident: resident * MB, collected: 0 };
  const everySecond = collectWhenIdle({
    cpuMilliseconds: () => state.cpu,
    memory: () => ({ rss: state.resident, heapUsed: heap * MB }),
    collect: () => {
      state.collected += 1;
      state.cpu += 1_000;
      state.resident = after * MB;
    },
  });
  /** Lets seconds pass, with so many milliseconds of work in each. */
  const pass = (seconds: number, work = 0) => {
    for (let second = 0; second < seconds; second += 1) {
      state.cpu += work;
      everySecond();
    }
    return state.collected;
  };
  return { state, pass };
}

describe('A long-running process', () => {
  it('collects twice when it has become idle', () => {
    const { pass } = processOf({ resident: 200, after: 100 });
    expect([pass(30, 150), pass(1, 99), pass(1), pass(1), pass(1), pass(60)]).toEqual([0, 0, 1, 1, 1, 2]);
  });

  it('collects again only after its memory has grown', () => {
    const { state, pass } = processOf({ resident: 200, after: 100 });
    pass(10);
    state.resident += 15 * MB;
    expect([pass(1, 500), pass(10)]).toEqual([2, 2]);
    state.resident += 15 * MB;
    expect([pass(1, 500), pass(10)]).toEqual([2, 4]);
  });

  it('does not collect a large heap, since requests would wait', () => {
    const { pass } = processOf({ resident: 900, after: 500, heap: 400 });
    expect(pass(60)).toBe(0);
  });

  it('is no longer watched when it ends', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const end = keepHeapSmall();
    expect(vi.getTimerCount()).toBe(1);
    end();
    expect(vi.getTimerCount()).toBe(0);
  });
});
