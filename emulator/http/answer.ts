import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'hono';

/** What goes back to the caller, before it is known how. */
export type Answer = { status: number; headers: Record<string, string>; body: string | Uint8Array | null };

/** Over a socket the request comes with Node's own objects; without one (`fetch`) with nothing. */
export type Bindings = { incoming?: IncomingMessage; outgoing?: ServerResponse };
/** The request body, once it was read, for the journal. */
export type Variables = { body?: Uint8Array };
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
