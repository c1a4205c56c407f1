import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answerers } from '../adapters/answerers.ts';
import { type ListeningServer, listen, type NodeServerOptions } from '../adapters/node-server.ts';
import { requestListener } from '../adapters/request-listener.ts';
import type { Config } from '../control/schemas/config-input.ts';
import { ApiError } from '../domain/errors.ts';
import { mintId } from '../domain/values/ids.ts';
import { errorAnswer } from '../http/refusal.ts';

const NO_SOCKET_URL = 'http://emulator.localhost';
const LOOPBACK = ['127.0.0.1', '::1'];

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){1,3}$/.test(host);
}

/** The address of an emulator that listens here. */
export function urlOf(host: string | undefined, server: ListeningServer | undefined): string {
  const name = host ?? LOOPBACK[0] ?? '';
  return server === undefined ? NO_SOCKET_URL : `http://${name.includes(':') ? `[${name}]` : name}:${server.port}`;
}

/** On loopback both families get a socket, so that `localhost` leads here whichever it stands for. */
export async function startServers(
  config: Config,
  answerers: Answerers,
  { host, port, onUnexpected }: { host: string | undefined; port: number; onUnexpected(error: unknown): void },
): Promise<ListeningServer[]> {
  const options = serverOptions(config, answerers, onUnexpected);
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

/** What answers the requests of a server. */
export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** Of a server that is not ours, only what can be refused as an answer is. */
export function listenerOf(config: Config, answerers: Answerers, onUnexpected: (error: unknown) => void): Listener {
  const { onBadRequest } = serverOptions(config, answerers, onUnexpected);
  const refuse: Listener = (_, outgoing) => {
    const { status, body } = onBadRequest('malformed');
    outgoing.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
  };
  return requestListener(answerers, { refuse, onUnexpected });
}
