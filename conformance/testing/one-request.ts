import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { afterEach } from 'vitest';
import type { Exchange, OutgoingRequest } from '../effects/http/exchange.ts';
import { createHttpClient, type HttpClient } from '../effects/http/http-client.ts';

/** What a test has opened, closed after it, the last first. */
export const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server that speaks HTTP by itself. */
export async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  const url = await listen(server);
  closing.push(() => server.closeAllConnections());
  return url;
}

export function clientOf(base_url: string): HttpClient {
  const client = createHttpClient({ base_url });
  closing.push(() => client.close());
  return client;
}

/** Sends one request by a client of its own. */
export function send(base_url: string, request: Partial<OutgoingRequest> = {}): Promise<Exchange> {
  return clientOf(base_url).send(requestOf(request));
}

export function requestOf(request: Partial<OutgoingRequest> = {}): OutgoingRequest {
  return { method: 'GET', url: '/', headers: {}, body: null, timeout: 5_000, ...request };
}
