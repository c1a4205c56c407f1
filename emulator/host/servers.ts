import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answerers } from '../adapters/answerers.ts';
import { type ListeningServer, listen, type NodeServerOptions } from '../adapters/node-server.ts';
import { requestListener } from '../adapters/request-listener.ts';
import type { TlsPair } from '../adapters/secure-server.ts';
import type { Config } from '../control/schemas/config-input.ts';
import { ApiError } from '../domain/errors.ts';
import { mintId } from '../domain/values/ids.ts';
import { errorAnswer } from '../http/refusal.ts';

const NO_SOCKET_URL = 'http://emulator.localhost';
const LOOPBACK = ['127.0.0.1', '::1'];

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){1,3}$/.test(host);
}

type Place = { host: string | undefined; port: number; onUnexpected(error: unknown): void; tls?: TlsPair | undefined };
type Places = Place & { https: (TlsPair & { port?: number }) | undefined };

/** The listening sockets of an emulator, and their addresses; the TLS address is null without a certificate. */
type Listening = { urls: { url: string; httpsUrl: string | null }; close(): Promise<void> };

/** Opens the sockets of an emulator, with and without TLS; none without a place. If one cannot listen, none does. */
export async function startAll(config: Config, answerers: Answerers, place: Places | null): Promise<Listening> {
  if (place === null) return { urls: { url: NO_SOCKET_URL, httpsUrl: null }, close: async () => {} };
  const { host, https } = place;
  const plain = await startServers(config, answerers, place);
  const url = urlOf(host, plain[0]);
  if (https === undefined) return { urls: { url, httpsUrl: null }, close: () => closeAll(plain) };
  try {
    const secure = await startServers(config, answerers, { ...place, port: https.port ?? 0, tls: https });
    return { urls: { url, httpsUrl: urlOf(host, secure[0], 'https') }, close: () => closeAll([...plain, ...secure]) };
  } catch (error) {
    await closeAll(plain);
    throw error;
  }
}

async function closeAll(servers: readonly ListeningServer[]): Promise<void> {
  await Promise.all(servers.map((server) => server.close()));
}

/** The address of an emulator that listens here. */
export function urlOf(host = LOOPBACK[0] ?? '', server?: ListeningServer, scheme = 'http'): string {
  return server === undefined ? NO_SOCKET_URL : `${scheme}://${host.includes(':') ? `[${host}]` : host}:${server.port}`;
}

/** On loopback, opens a socket for both IPv4 and IPv6, so that `localhost` works with either. */
export async function startServers(
  config: Config,
  answerers: Answerers,
  { host, port, onUnexpected, tls }: Place,
): Promise<ListeningServer[]> {
  const options = { ...serverOptions(config, answerers, onUnexpected), tls };
  if (host !== undefined) return [await listen(options, host, port)];
  const [v4 = '', v6 = ''] = LOOPBACK;
  const first = await listen(options, v4, port);
  const second = await listen(options, v6, first.port).catch(() => null);
  return second === null ? [first] : [first, second];
}

const BAD_REQUESTS = {
  malformed: 'invalid_request',
  headers_too_large: 'headers_too_large',
  timeout: 'request_timeout',
  not_served: 'not_served',
} as const;

function serverOptions(
  config: Config,
  answerers: Answerers,
  onUnexpected: NodeServerOptions['onUnexpected'],
): NodeServerOptions {
  let refused = 0;
  const refuse = (problem: keyof typeof BAD_REQUESTS) => {
    refused += 1;
    const requestId = mintId('req', `${config.seed} unparsed`, refused);
    const { status, body } = errorAnswer(new ApiError(BAD_REQUESTS[problem]), requestId);
    return { status, body: String(body) };
  };
  const { request_timeout: requestTimeout, max_header_bytes: maxHeaderBytes } = config.server;
  return { answerers, requestTimeout, maxHeaderBytes, onBadRequest: refuse, onUnexpected };
}

export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** For a server that is not ours; applies only the limits that an answer can report. */
export function listenerOf(config: Config, answerers: Answerers, onUnexpected: (error: unknown) => void): Listener {
  const { onBadRequest } = serverOptions(config, answerers, onUnexpected);
  const refuse: Listener = (_, outgoing) => {
    const { status, body } = onBadRequest('malformed');
    outgoing.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
  };
  return requestListener(answerers, { refuse, onUnexpected });
}
