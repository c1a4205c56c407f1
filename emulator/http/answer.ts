import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'hono';
import type { WireAnswer } from '../world/edges.ts';

export type Answer = WireAnswer;

/** Over a socket the request comes with Node's own objects; without one (`fetch`) with nothing. */
export type Bindings = { incoming?: IncomingMessage; outgoing?: ServerResponse };
/** The request body, once it was read, for the journal; and what reading it ahead of its handler came to. */
export type Variables = { body?: Uint8Array; ahead?: Uint8Array | Error };
export type HttpContext = Context<{ Bindings: Bindings; Variables: Variables }>;

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return jsonText(status, JSON.stringify(body), headers);
}

/** JSON that is text already: nothing is serialised a second time. */
export function jsonText(status: number, text: string, headers: Record<string, string> = {}): Answer {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: text };
}

export function noContent(): Answer {
  return { status: 204, headers: {}, body: null };
}
