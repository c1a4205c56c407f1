import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What a hook does with a delivery. `early` is an answer that says that another follows, sent at once; `delay` is in
 * milliseconds; `reset` closes the connection without a word.
 */
export type Reply =
  | number
  | {
      status?: number;
      early?: number;
      delay?: number;
      redirect?: string;
      reset?: boolean;
      body?: string;
      headers?: Record<string, string>;
    };

/** One after the other; the last of them is given from then on. */
export type Scripted = Reply | readonly Reply[];

/** What says that there is more to come goes out at once. */
export function giveEarly(reply: Reply, outgoing: ServerResponse): void {
  const early = typeof reply === 'number' ? undefined : reply.early;
  if (early === 100) outgoing.writeContinue();
  else if (early === 102) outgoing.writeProcessing();
  // Whatever else is meant is 103.
  else if (early !== undefined) outgoing.writeEarlyHints({ link: '</>; rel=preload' });
}

/** Waits until a late reply is to go out, or so much earlier or later; its delay counts from when the delivery came. */
export async function pauseUntil(came: number, reply: Reply, later: number, closing: AbortSignal): Promise<void> {
  const delay = typeof reply === 'number' ? undefined : reply.delay;
  if (delay === undefined) return;
  await sleep(Math.max(0, came + delay + later - Date.now()), undefined, { signal: closing });
}

export function giveReply(reply: Reply, outgoing: ServerResponse): void {
  if (typeof reply === 'number') return void outgoing.writeHead(reply).end();
  if (reply.reset === true) return void outgoing.socket?.resetAndDestroy();
  const location = reply.redirect === undefined ? {} : { Location: reply.redirect };
  outgoing.writeHead(statusOf(reply), { ...location, ...reply.headers }).end(reply.body);
}

/** For people: `500`, `204 after 12000 ms`, `302 to https://…`, `reset`. */
export function replyText(reply: Reply): string {
  if (typeof reply === 'number') return String(reply);
  const what = reply.reset === true ? 'reset' : String(statusOf(reply));
  const early = reply.early === undefined ? '' : `${reply.early}, `;
  const to = reply.redirect === undefined ? '' : ` to ${reply.redirect}`;
  return `${early}${what}${to}${reply.delay === undefined ? '' : ` after ${reply.delay} ms`}`;
}

function statusOf({ status, redirect }: Exclude<Reply, number>): number {
  return status ?? (redirect === undefined ? 200 : 302);
}
