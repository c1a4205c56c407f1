import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How a hook replies to a delivery. `early` is an interim answer, sent immediately; `delay` is in milliseconds; `reset`
 * closes the connection without an answer.
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

/** Used one after the other; the last one is repeated. */
export type Scripted = Reply | readonly Reply[];

/** Sends an interim answer immediately. */
export function giveEarly(reply: Reply, outgoing: ServerResponse): void {
  const early = typeof reply === 'number' ? undefined : reply.early;
  if (early === 100) outgoing.writeContinue();
  else if (early === 102) outgoing.writeProcessing();
  // Anything else is 103.
  else if (early !== undefined) outgoing.writeEarlyHints({ link: '</>; rel=preload' });
}

/**
 * Waits until it is time for a late reply, or earlier or later by this much. The delay counts from the arrival of the
 * delivery.
 */
export async function pauseUntil(came: number, reply: Reply, later: number, closing: AbortSignal): Promise<void> {
  const delay = typeof reply === 'number' ? undefined : reply.delay;
  if (delay === undefined) return;
  await sleep(Math.max(0, came + delay + later - Date.now()), undefined, { signal: closing });
}

/** The length is stated, since Node would send even an empty body in chunks, which the simplest clients cannot read. */
export function giveReply(reply: Reply, outgoing: ServerResponse): void {
  const answer = typeof reply === 'number' ? { status: reply } : reply;
  if (answer.reset === true) return void outgoing.socket?.resetAndDestroy();
  const { redirect, headers, body = '' } = answer;
  const status = statusOf(answer);
  const length = WITHOUT_BODY.includes(status) ? {} : { 'Content-Length': Buffer.byteLength(body) };
  const location = redirect === undefined ? {} : { Location: redirect };
  outgoing.writeHead(status, { ...length, ...location, ...headers }).end(body);
}

const WITHOUT_BODY = [204, 304];

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
