import {
  type ClientRequest,
  type IncomingMessage,
  request as openPlain,
  Agent as PlainAgent,
  type RequestOptions,
} from 'node:http';
import { request as openSecure, Agent as SecureAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Silence } from './exchange.ts';
import { pairsOf } from './headers.ts';
import { type ReadBody, readBody } from './read-body.ts';

type RawAnswer = ReadBody & { status: number; headers: [name: string, value: string][] };

/** `stale`: a kept connection turned out to be closed before the server had sent a single byte. */
export type Heard = { answer: RawAnswer | null; silence: Silence | null; detail: string | null; stale: boolean };

/** `keeps` decides whether the connection of an answer may be used again. */
type HowSent = { timeout: number; keeps(answer: IncomingMessage): boolean };

/** Sends one request over one connection, and waits for the complete answer. */
export function sendOnce(
  options: RequestOptions,
  body: Uint8Array | string | null,
  { timeout, keeps }: HowSent,
): Promise<Heard> {
  return new Promise((resolve) => {
    const request = (options.protocol === 'https:' ? openSecure : openPlain)(options);
    const attempt: Attempt = { request, answered: false, settled: false, saidBefore: 0, socket: null };
    const settle = (heard: Omit<Heard, 'stale'>, stale = false) => {
      clearTimeout(alarm);
      if (attempt.settled) heard.answer?.release();
      attempt.settled = true;
      // The rest of the request does not matter any more. Only a connection on which both are complete is kept.
      if (heard.answer === null || !request.writableFinished) request.destroy();
      resolve({ ...heard, stale });
    };
    const fail = (error: NodeJS.ErrnoException) => settle(silenceOf(error), isStale(attempt, error));
    const alarm = setTimeout(
      () => settle({ answer: null, silence: 'timeout', detail: 'the whole answer was not there in time' }),
      Math.max(0, timeout),
    );

    request.on('socket', (socket) => {
      attempt.socket = socket;
      attempt.saidBefore = socket.bytesRead;
    });
    request.on('response', (incoming) => {
      attempt.answered = true;
      if (!keeps(incoming)) request.shouldKeepAlive = false;
      readWhole(incoming).then((answer) => settle({ answer, silence: null, detail: null }), fail);
    });
    request.on('error', (error) => {
      // After the answer has begun, its reader decides whether it is complete.
      if (!attempt.answered) fail(error);
    });
    writeBody(request, body, () => attempt.answered);
  });
}

type Attempt = {
  request: ClientRequest;
  answered: boolean;
  settled: boolean;
  saidBefore: number;
  socket: Socket | null;
};

const CLOSED = ['ECONNRESET', 'EPIPE'];

function isStale({ request, answered, saidBefore, socket }: Attempt, { code = '' }: NodeJS.ErrnoException): boolean {
  return !answered && request.reusedSocket && CLOSED.includes(code) && socket?.bytesRead === saidBefore;
}

async function readWhole(incoming: IncomingMessage): Promise<RawAnswer> {
  const body = await readBody(incoming);
  return { status: incoming.statusCode ?? 0, headers: pairsOf(incoming.rawHeaders), ...body };
}

const SILENCES: readonly (readonly [RegExp, Silence])[] = [
  [/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'refused'],
  [/^ETIMEDOUT$/, 'timeout'],
  [/^HPE_/, 'malformed'],
  [/^(EPROTO|ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH)/, 'tls'],
];

function silenceOf(error: NodeJS.ErrnoException): Omit<Heard, 'stale'> {
  const { code = '', message } = error;
  const [, silence] = SILENCES.find(([known]) => known.test(code)) ?? [];
  return { answer: null, silence: silence ?? 'closed', detail: [code, message].filter(Boolean).join(': ') };
}

const PIECE = 64 * 1024;
/**
 * The time to read the answer of a server that has closed the connection. It was sent before, so it is available at
 * once.
 */
const LINGER = 250;

/**
 * Sends the body, and stops if the server answers before the end: a server refuses a body that is too large while it is
 * being sent, and often closes at once. The failing write must not discard its answer.
 */
function writeBody(request: ClientRequest, body: Uint8Array | string | null, answered: () => boolean): void {
  if (body === null) return void request.end();
  // Node writes the head and such a text in a single operation.
  if (typeof body === 'string' && body.length <= PIECE && isAscii(body)) return void request.end(body, 'latin1');
  const bytes =
    typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (bytes.byteLength <= PIECE) return void request.end(bytes);
  request.on('socket', readBeforeClosing);
  let sent = 0;
  const more = () => {
    if (answered() || request.destroyed) return;
    const piece = bytes.subarray(sent, sent + PIECE);
    sent += piece.byteLength;
    // Yields, so that an answer can be received between two pieces.
    if (sent >= bytes.byteLength) request.end(piece);
    else request.write(piece, () => setImmediate(more));
  };
  more();
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all that is one byte, in whichever code.
  return /^[\x00-\x7f]*$/.test(text);
}

type Written = (error?: Error | null) => void;

const patient = new WeakSet<Socket>();

/** By default, a failed write closes a Node socket at once and discards unread data. Delays the failure. */
function readBeforeClosing(socket: Socket): void {
  if (patient.has(socket)) return;
  patient.add(socket);
  const { _write: write, _writev: writeMany } = socket;
  socket._write = (chunk, encoding, written) => write.call(socket, chunk, encoding, afterReading(socket, written));
  socket._writev = (chunks, written) => writeMany?.call(socket, chunks, afterReading(socket, written));
}

function afterReading(socket: Socket, written: Written): Written {
  return (error) => {
    if (!error) return written();
    const fail = () => {
      clearTimeout(alarm);
      socket.off('end', fail).off('close', fail);
      written(error);
    };
    const alarm = setTimeout(fail, LINGER);
    socket.on('end', fail).on('close', fail);
  };
}

/** Connections of one kind, to any server. */
type Connections = {
  agentFor(request: RequestOptions): PlainAgent;
  /** Returns whether the connection can be used again after this answer. */
  keeps(answer: IncomingMessage): boolean;
  destroy(): void;
};

const AT_ONCE = 64;
/**
 * Many servers close an idle connection after five seconds. Closes ours earlier, so that no request is sent at that
 * moment.
 */
const IDLE = 4_000;
/**
 * Shorter than any time for which servers promise to keep a connection, so that no request that changes something meets
 * its end.
 */
const PROMISED_IDLE = 500;

/**
 * `kept` is for requests that can be repeated. It cannot be determined whether a request was processed if its kept
 * connection ended. So a request that changes something uses a `fresh` connection, or a `promised` one that the server
 * has just promised to keep.
 */
export function createConnections(): Record<'kept' | 'promised' | 'fresh', Connections> {
  const promised = agents({ keepAlive: true, timeout: PROMISED_IDLE });
  const freed = new WeakMap<Duplex, number>();
  for (const agent of promised.all) agent.on('free', (socket) => freed.set(socket, performance.now()));
  return {
    kept: { ...agents({ keepAlive: true, maxSockets: AT_ONCE, timeout: IDLE }), keeps: () => true },
    promised: {
      ...promised,
      agentFor: (request) => {
        const agent = promised.agentFor(request);
        dropOld(agent, freed);
        return agent;
      },
      keeps: ({ headers }) => /\bkeep-alive\b/i.test(headers.connection ?? ''),
    },
    fresh: { ...agents({}), keeps: () => false },
  };
}

function agents(options: { keepAlive?: boolean; maxSockets?: number; timeout?: number }) {
  const [plain, secure] = [new PlainAgent(options), new SecureAgent(options)];
  return {
    all: [plain, secure],
    agentFor: ({ protocol }: RequestOptions): PlainAgent => (protocol === 'https:' ? secure : plain),
    destroy: () => {
      plain.destroy();
      secure.destroy();
    },
  };
}

/**
 * Closes idle connections. A timer does this, too, but too late for requests that are sent directly after long
 * computations. The most recently used connections are reused first.
 */
function dropOld({ freeSockets }: PlainAgent, freed: WeakMap<Duplex, number>): void {
  const oldest = performance.now() - PROMISED_IDLE;
  for (const sockets of Object.values(freeSockets))
    for (const socket of sockets ?? []) if ((freed.get(socket) ?? 0) < oldest) socket.destroy();
}
