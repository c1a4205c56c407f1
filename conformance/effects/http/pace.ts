import { setTimeout as pause } from 'node:timers/promises';
import type { Exchange, OutgoingRequest } from './exchange.ts';

/** Lets requests through at a rate. */
export type Pace = { turn(): Promise<void> };

export type Clock = { now(): number; sleep(milliseconds: number): Promise<void> };

/**
 * Creates a pace for each scenario, all sharing one rate. Parallel requests of a scenario are sent together as soon as
 * the rate has room for all of them, so that a race stays a race. Others wait in the order of their arrival.
 */
export function createPaces(rate: number | null, { now, sleep }: Clock): () => Pace {
  if (rate === null) return () => ({ turn: async () => undefined });
  const each = 1000 / rate;
  let free = Number.NEGATIVE_INFINITY;
  const reserve = (count: number): number => {
    const at = Math.max(free, now()) + (count - 1) * each;
    free = at + each;
    return at;
  };
  return () => {
    let together: { count: number; started: Promise<void> } | null = null;
    const turn = async (): Promise<void> => {
      if (together !== null) {
        together.count += 1;
        return together.started;
      }
      const burst = { count: 1, started: Promise.resolve() };
      together = burst;
      burst.started = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
        together = null;
        return sleep(Math.max(0, reserve(burst.count) - now()));
      });
      return burst.started;
    };
    return { turn };
  };
}

type Sender = { send(request: OutgoingRequest): Promise<Exchange> };

/** Sends to the server at this pace. Drivers are other servers, and are called immediately. */
export function paced({ send }: Sender, pace: Pace): Sender {
  return {
    send: async (request) => {
      if (request.base_url === undefined) await pace.turn();
      return send(request);
    },
  };
}

/** A clock that waits in real time. The end of a run ends the wait. */
export function wallClock(signal: AbortSignal): Clock {
  return {
    now: () => performance.now(),
    sleep: (milliseconds) => pause(milliseconds, undefined, { signal }).catch(() => undefined),
  };
}
