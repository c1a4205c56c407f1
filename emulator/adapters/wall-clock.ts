import { setImmediate } from 'node:timers/promises';
import type { WallClock } from '../world/ports.ts';

/** Longest wait that a Node timer takes; a longer one is waited for in parts. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** The machine's clock. The only file that knows what time it really is. */
export const wallClock: WallClock = {
  now: () => Date.now(),
  callAt: (instant, call) => {
    let timer: NodeJS.Timeout;
    const wait = () => {
      const rest = instant - Date.now();
      if (rest <= 0) return call();
      // A world alone must not keep the process of its user alive.
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
