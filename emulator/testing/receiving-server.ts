import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Emulator } from '../index.ts';
import { type Client, clientOf, type REQUESTS } from './client.ts';

export type PlainServer = {
  /** Without a trailing slash. */
  url: string;
  server: Server;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** A plain Node server on loopback. Closing it also closes open connections. */
export async function openPlainServer(listener: RequestListener): Promise<PlainServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, server, close, [Symbol.asyncDispose]: close };
}

/** A request as received by a plain Node server. */
export type ReceivedRequest = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The names as they were sent, without those of the connection. */
  headerNames: string[];
  body: Buffer;
};

export type ReceivingServer = {
  url: string;
  received: ReceivedRequest[];
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

export type Answerer = (response: ServerResponse, request: ReceivedRequest) => void;

const OF_CONNECTION = ['host', 'connection', 'content-length', 'transfer-encoding'];

/** A receiver that is independent of the emulator; it answers 200 by default. */
export async function openReceivingServer(answer: Answerer | number = 200): Promise<ReceivingServer> {
  const received: ReceivedRequest[] = [];
  const { url, close } = await openPlainServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { method = '', url: path = '', headers, rawHeaders } = incoming;
    const headerNames = rawHeaders
      .filter((_, index) => index % 2 === 0)
      .filter((name) => !OF_CONNECTION.includes(name.toLowerCase()));
    const request = { method, path, headers, headerNames, body: Buffer.concat(chunks) };
    received.push(request);
    if (typeof answer === 'number') outgoing.writeHead(answer).end();
    else answer(outgoing, request);
  });
  return { url: `${url}/hooks`, received, close, [Symbol.asyncDispose]: close };
}

/** The time from the submission of a job to its end, with the default durations. */
export const JOB_TIME = '4s';

/** The parsed bodies that were received. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape
export function eventsOf(server: Pick<ReceivingServer, 'received'>): any[] {
  return server.received.map(({ body }) => JSON.parse(body.toString()));
}

type Ending = { operation?: keyof typeof REQUESTS; key?: string | null; client?: Client };

/** Submits a job and lets time pass until it has ended; returns its id. */
export async function endJob(emulator: Emulator, ending: Ending = {}): Promise<string> {
  const { operation = 'makeup.apply', key = emulator.keys.test, client = clientOf(emulator) } = ending;
  const { body } = await client.submitOn(operation, { key, idempotencyKey: `job-${emulator.jobs.list().length}` });
  await emulator.clock.advance(JOB_TIME);
  return body.id;
}

/** The only delivery of an endpoint in the log. */
export function onlyDelivery(emulator: Emulator, endpoint?: string) {
  const [delivery, ...others] = emulator.webhooks.deliveries(endpoint);
  if (delivery === undefined || others.length > 0) throw new Error(`there are ${others.length} deliveries beside one`);
  return delivery;
}

export function headerOf({ headers }: ReceivedRequest, name: string): string {
  return String(headers[name.toLowerCase()]);
}

/** A promise that the test settles. */
export function deferred<Value>(): { promise: Promise<Value>; resolve(value: Value): void } {
  let settle: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: (value) => settle(value) };
}

/** A port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
