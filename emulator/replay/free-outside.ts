import type { Outside, TakeDelivery } from '../record/outside.ts';
import type { DeliveryRequest } from '../world/edges.ts';
import type { RawDelivery, Reply, SentAttempt } from '../world/ports.ts';
import { NO_WALL } from './played-outside.ts';

/** Whatever a session names: a path may lead anywhere, and on some machines to another one. */
export const READS_NONE = 'a replay reads no file; put its bytes in as base64';

/** What is outside of worlds at the pace of a program: all is done when it is asked for, and the machine's clock is moved by hand. */
export type FreeOutside = Outside & {
  setNow(now: number): void;
  /** Leaves to the machine what was to be called later. */
  release(live: Outside): void;
  /** How an address answers from now on. */
  script(url: string, replies: readonly Reply[]): void;
};

export function createFreeOutside(began: number): FreeOutside {
  let now = began;
  let receivers = 0;
  const calls = new Set<{ instant: number; call: () => void }>();
  const takers = new Map<string, TakeDelivery>();
  const scripts = new Map<string, Reply[]>();
  const nextCall = () => [...calls].filter(({ instant }) => instant <= now).sort((a, b) => a.instant - b.instant)[0];
  const replyTo = (delivery: RawDelivery, url: string): Reply | Promise<Reply> =>
    takers.get(url)?.(delivery) ?? scripts.get(url)?.shift() ?? 200;
  const attemptFor = async ({ url, headers, body }: DeliveryRequest) => {
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const delivery = { method: 'POST', path: new URL(url).pathname, headers: lower, body: Buffer.from(body) };
    return attemptOf(await replyTo(delivery, url));
  };
  return {
    now: () => now,
    ask: async (_, { kind, begin, form, request, take }) => {
      if (kind === 'sleep' || kind === 'rest') return undefined as never;
      if (request !== undefined) return (await attemptFor(request)) as never;
      if (kind === 'file' && form !== null) return form.unpack({ problem: READS_NONE });
      if (take === undefined || form === null) return begin(0);
      receivers += 1;
      const url = `http://127.0.0.1:9/receiver-${receivers}`;
      takers.set(url, take);
      return form.unpack(url);
    },
    callAt: (_, instant, call) => {
      const one = { instant, call };
      calls.add(one);
      return { cancel: () => calls.delete(one) };
    },
    receive: (_world, _of, delivery, take) => take(delivery),
    setNow: (instant) => {
      now = Math.max(now, instant);
      for (let due = nextCall(); due !== undefined; due = nextCall()) {
        calls.delete(due);
        due.call();
      }
    },
    release: (live) => {
      for (const { instant, call } of calls) live.callAt('', instant, call, NO_WALL);
      calls.clear();
    },
    script: (url, replies) => {
      scripts.set(url, [...(scripts.get(url) ?? []), ...replies]);
    },
  };
}

function attemptOf(reply: Reply): SentAttempt {
  if (reply === 'timeout') return { status: null, failure: 'timeout', took: 10_000, answer: '' };
  if (reply === 'reset') return { status: null, failure: 'connection', took: 0, answer: 'ECONNRESET' };
  const { status, body = '' } = typeof reply === 'number' ? { status: reply } : reply;
  return { status, failure: null, took: 0, answer: body };
}
