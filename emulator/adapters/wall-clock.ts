import { setImmediate } from 'node:timers/promises';
import type { WallClock } from '../world/ports.ts';

/** The longest delay of a timer in Node; a longer one is split. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** The machine's clock. This is the only file that reads the real time. */
export const wallClock: WallClock = {
  now: () => Date.now(),
  callAt: (instant, call) => {
    let timer: NodeJS.Timeout;
    const wait = () => {
      const rest = instant - Date.now();
      if (rest <= 0) return call();
      // A world alone must not keep the process alive.
      timer = setTimeout(wait, Math.min(Math.ceil(rest), LONGEST_WAIT)).unref();
    };
    timer = setTimeout(wait, Math.max(0, Math.min(Math.ceil(instant - Date.now()), LONGEST_WAIT))).unref();
    return { cancel: () => clearTimeout(timer) };
  },
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, signal?.aborted ? 0 : milliseconds);
      signal?.addEventListener('abort', wake);
    }),
  turn: () => setImmediate(),
};
