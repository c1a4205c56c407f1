import { createServer, type RequestListener } from 'node:http';
import type { Server } from 'node:net';
import { afterEach } from 'vitest';
import type { Exchange, OutgoingRequest } from '../effects/http/exchange.ts';
import { createHttpClient, type HttpClient } from '../effects/http/http-client.ts';
import { listening } from './listening.ts';

/** What to close after each test, in reverse order. */
export const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

export async function listen(server: Server): Promise<string> {
  const { base_url, close } = await listening(server);
  closing.push(close);
  return base_url;
}

/** A plain HTTP server. */
export function served(listener: RequestListener): Promise<string> {
  return listen(createServer(listener));
}

export function clientOf(base_url: string): HttpClient {
  const client = createHttpClient({ base_url });
  closing.push(() => client.close());
  return client;
}

/** Sends one request with its own client. */
export function send(base_url: string, request: Partial<OutgoingRequest> = {}): Promise<Exchange> {
  return clientOf(base_url).send(requestOf(request));
}

export function requestOf(request: Partial<OutgoingRequest> = {}): OutgoingRequest {
  return { method: 'GET', url: '/', headers: {}, body: null, timeout: 5_000, ...request };
}
