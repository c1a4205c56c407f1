import { createServer, type IncomingMessage, METHODS, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Answerers } from './answerers.ts';
import { type Lingering, type LingerLimits, lingerOn } from './lingering.ts';
import { requestListener } from './request-listener.ts';
import { createSecureServer, type TlsPair } from './secure-server.ts';

export type NodeServerOptions = {
  answerers: Answerers;
  requestTimeout: number;
  maxHeaderBytes: number;
  onBadRequest: OnBadRequest;
  onUnexpected(error: unknown): void;
  /** Answers over TLS only. */
  tls?: TlsPair | undefined;
};

export type ListeningServer = { port: number; close(): Promise<void> };

const CHECKS_PER_TIMEOUT = 4;

/** Enough for the largest bodies that are sent by mistake, even over a slow connection. */
const LINGERING: LingerLimits = { bytes: 256 * 1024 * 1024, milliseconds: 60_000, quietMilliseconds: 5_000 };

/** Starts a server that is listening when the promise resolves. Port 0 means any free port. */
export async function listen(options: NodeServerOptions, host: string, port: number): Promise<ListeningServer> {
  const { requestTimeout, tls } = options;
  const settings = {
    requestTimeout,
    headersTimeout: requestTimeout,
    connectionsCheckingInterval: Math.max(50, Math.floor(requestTimeout / CHECKS_PER_TIMEOUT)),
    maxHeaderSize: options.maxHeaderBytes,
    noDelay: true,
    requireHostHeader: false,
  };
  const server = tls === undefined ? createServer(settings) : await createSecureServer(tls, settings);
  // Node would silently omit headers beyond its own limit, even the key; `formProblemOf` checks the number instead.
  server.maxHeadersCount = 0;
  const lingering = lingerOn(
    server,
    lingerLimits(requestTimeout),
    tls === undefined ? 'connection' : 'secureConnection',
  );
  answerRequests(server, options, lingering);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return { port: (server.address() as AddressInfo).port, close: () => closeServer(server, lingering) };
}

/** After an answer, a request is read no longer than a whole one may take; 0 (no limit) means the default here. */
function lingerLimits(requestTimeout: number): LingerLimits {
  return { ...LINGERING, milliseconds: requestTimeout || LINGERING.milliseconds };
}

function answerRequests(
  server: Server,
  { answerers, onBadRequest, onUnexpected }: NodeServerOptions,
  lingering: Lingering,
): void {
  const newest = new WeakMap<Socket, ServerResponse>();
  const listener = requestListener(answerers, {
    refuse: (_, outgoing) => refuse(outgoing, onBadRequest('malformed')),
    onUnexpected,
  });
  const take = (incoming: IncomingMessage, outgoing: ServerResponse, problem: BadRequest | null) => {
    const { socket } = incoming;
    // RFC 9112, 9.6: no request is handled after an answer with `Connection: close`.
    if (newest.get(socket)?.shouldKeepAlive === false) return;
    newest.set(socket, outgoing);
    if (problem === null) listener(incoming, outgoing);
    else refuse(outgoing, onBadRequest(problem));
  };
  server.on('request', (incoming, outgoing) => take(incoming, outgoing, formProblemOf(incoming)));
  server.on('checkExpectation', (incoming, outgoing) => take(incoming, outgoing, 'malformed'));
  answerUnreadable(server, { lingering, onBadRequest, newestAnswer: (socket) => newest.get(socket) });
}

/** What follows a malformed request cannot be trusted, so the connection is closed. */
function refuse(outgoing: ServerResponse, { status, body }: ReturnType<OnBadRequest>): void {
  outgoing.shouldKeepAlive = false;
  outgoing.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  outgoing.end(body);
}

function closeServer(server: Server, lingering: Lingering): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
    lingering.cutOff();
  });
}

type BadRequest = 'malformed' | 'headers_too_large' | 'timeout' | 'not_served';

type OnBadRequest = (problem: BadRequest) => { status: number; body: string };

type Parts = {
  lingering: Lingering;
  onBadRequest: OnBadRequest;
  /** The latest answer of a connection, sent or pending. */
  newestAnswer(socket: Socket): ServerResponse | undefined;
};

const PROBLEM_OF: Record<string, 'headers_too_large' | 'timeout'> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'timeout',
};

/** Answers bytes that Node could not parse as a request, and then closes the connection. */
function answerUnreadable(server: Server, { lingering, onBadRequest, newestAnswer }: Parts): void {
  const answer = (problem: BadRequest, socket: Socket, isHead: boolean) => {
    if (lingering.has(socket)) return;
    const { headersSent = false, shouldKeepAlive = true } = newestAnswer(socket) ?? {};
    // Nothing may follow an answer with `Connection: close`.
    if (shouldKeepAlive || !headersSent) socket.write(bytesOf(onBadRequest(problem), isHead));
    lingering.close(socket);
  };
  const fail = (problem: BadRequest, socket: Socket, error: ParseError) => {
    const newest = newestAnswer(socket);
    const isHead = isOfHead(error);
    if (newest === undefined || newest.req.complete) afterAnswer(newest, () => answer(problem, socket, isHead));
    else if (!newest.headersSent) whenItsTurn(newest, () => answer(problem, socket, newest.req.method === 'HEAD'));
    // A client that already has its answer but has not sent its whole request gets no second answer.
    else if (problem === 'timeout') socket.destroy();
    else afterAnswer(newest, () => lingering.close(socket));
  };
  const failed = new WeakSet<Socket>();
  server.on('clientError', (error: ParseError, socket: Socket) => {
    const problem = PROBLEM_OF[error.code ?? ''] ?? 'malformed';
    const hasFailed = failed.has(socket) || lingering.has(socket);
    // Every further piece of unparsable data fails again.
    if (hasFailed && problem !== 'timeout') return;
    failed.add(socket);
    if (hasFailed || error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else fail(problem, socket, error);
  });
  server.on('connect', (incoming) => {
    const { socket } = incoming;
    // Node no longer handles this connection and its errors.
    socket.on('error', () => socket.destroy());
    afterAnswer(newestAnswer(socket), () => answer(formProblemOf(incoming) ?? 'not_served', socket, false));
  });
}

/** Answers are sent in the order of the requests. */
function afterAnswer(newest: ServerResponse | undefined, then: () => void): void {
  if (newest === undefined || newest.writableFinished) then();
  else newest.once('finish', then);
}

/** An answer gets its socket only after those of earlier requests are sent. */
function whenItsTurn(answer: ServerResponse, then: () => void): void {
  if (answer.socket === null) answer.once('socket', then);
  else then();
}

function bytesOf({ status, body }: ReturnType<OnBadRequest>, isHead: boolean): string {
  const head = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close'];
  return `HTTP/1.1 ${status} Refused\r\n${head.join('\r\n')}\r\n\r\n${isHead ? '' : body}`;
}

type ParseError = NodeJS.ErrnoException & { rawPacket?: Buffer; bytesParsed?: number };

const FIRST_WORD = new RegExp(`^(?:${METHODS.join('|')}) `, 'gm');

/**
 * Whether a request that could not be parsed is a HEAD (RFC 9110, 9.3.2), as far as its last packet shows. Node does not
 * keep earlier packets, and a listener for all of them costs a fifth of the CPU of a request.
 */
function isOfHead({ rawPacket, bytesParsed }: ParseError): boolean {
  const parsed = rawPacket?.toString('latin1', 0, bytesParsed) ?? '';
  return parsed.match(FIRST_WORD)?.at(-1) === 'HEAD ';
}

/** The maximum number of headers of a request. The server limits their total size. */
const MOST_HEADERS = 2_000;

/** Why a request that Node could parse is not handled; null if it is. */
function formProblemOf(incoming: IncomingMessage): 'headers_too_large' | 'malformed' | 'not_served' | null {
  const { httpVersion, rawHeaders, headers } = incoming;
  if (rawHeaders.length > 2 * MOST_HEADERS) return 'headers_too_large';
  if (!isWellAddressed(httpVersion, timesIn(rawHeaders, 'host'))) return 'malformed';
  if (headers['transfer-encoding'] === undefined) return null;
  return codingProblemOf(httpVersion, incoming.headersDistinct['transfer-encoding'] ?? []);
}

function timesIn(rawHeaders: readonly string[], wanted: string): number {
  let times = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === wanted.length && name.toLowerCase() === wanted) times += 1;
  }
  return times;
}

/** RFC 9112, 3.2: one Host, and a version in the request line. Node would answer without an ErrorDetail. */
function isWellAddressed(httpVersion: string, hosts: number): boolean {
  return httpVersion === '1.1' ? hosts === 1 : httpVersion === '1.0' && hosts <= 1;
}

/**
 * RFC 9112, 6.1: HTTP/1.0 has no transfer codings, so if a request has one, the end of its body is unknown. Of the
 * codings of HTTP/1.1, only chunked is supported; others would be mistaken for the body itself.
 */
function codingProblemOf(httpVersion: string, codings: readonly string[]): 'malformed' | 'not_served' | null {
  if (httpVersion !== '1.1') return 'malformed';
  const names = codings.flatMap((list) => list.split(',')).map((name) => name.trim().toLowerCase());
  if (names.some((name) => name !== 'chunked' && name !== '')) return 'not_served';
  return names.length === 1 && names[0] === 'chunked' ? null : 'malformed';
}
