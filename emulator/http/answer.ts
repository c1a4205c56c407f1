import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';

/** What goes back to the caller, before it is known how. */
export type Answer = { status: number; headers: Record<string, string>; body: string | Uint8Array | null };

/** Over a socket the request comes with Node's own objects; without one (`fetch`) with nothing. */
export type Bindings = { incoming?: import('node:http').IncomingMessage; outgoing?: ServerResponse };
export type HttpContext = Context<{ Bindings: Bindings }>;

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

/** Sends an answer the short way where there is a socket, and as a `Response` where there is none. */
export function send(context: HttpContext, { status, headers, body }: Answer): Response {
  const outgoing = context.env?.outgoing;
  if (body !== null)
    headers['Content-Length'] = String(typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength);
  const withoutBody = body === null || context.req.method === 'HEAD';
  if (outgoing === undefined) return new Response(withoutBody ? null : (body as string), { status, headers });
  outgoing.writeHead(status, headers);
  outgoing.end(withoutBody ? undefined : body);
  return RESPONSE_ALREADY_SENT;
}
