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

export async function giveReply(reply: Reply, outgoing: ServerResponse, closing: AbortSignal): Promise<void> {
  if (typeof reply === 'number') return void outgoing.writeHead(reply).end();
  if (reply.early !== undefined) giveEarly(reply.early, outgoing);
  if (reply.delay !== undefined) await sleep(reply.delay, undefined, { signal: closing });
  if (reply.reset === true) return void outgoing.socket?.resetAndDestroy();
  const location = reply.redirect === undefined ? {} : { Location: reply.redirect };
  outgoing.writeHead(statusOf(reply), { ...location, ...reply.headers }).end(reply.body);
}

/** 100 and 102 say only that there is more to come; whatever else is meant is 103. */
function giveEarly(status: number, outgoing: ServerResponse): void {
  if (status === 100) outgoing.writeContinue();
  else if (status === 102) outgoing.writeProcessing();
  else outgoing.writeEarlyHints({ link: '</>; rel=preload' });
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
