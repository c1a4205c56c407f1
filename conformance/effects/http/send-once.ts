import { type ClientRequest, type IncomingMessage, request as openPlain, type RequestOptions } from 'node:http';
import { request as openSecure } from 'node:https';
import type { Socket } from 'node:net';
import type { Silence } from './exchange.ts';
import { pairsOf } from './headers.ts';
import { type ReadBody, readBody } from './read-body.ts';
import { writeBody } from './write-body.ts';

/** An answer as it came, with its body whole. */
export type RawAnswer = ReadBody & { status: number; headers: [name: string, value: string][] };

/** `stale`: a kept connection turned out to be closed before the server had said a single byte. */
export type Heard = { answer: RawAnswer | null; silence: Silence | null; detail: string | null; stale: boolean };

/** `keeps` tells of an answer whether its connection may be used again. */
export type HowSent = { timeout: number; keeps(answer: IncomingMessage): boolean };

/** Sends one request over one connection, and waits for the whole answer. */
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
      // What is still to be sent interests nobody; a connection that has all of both is kept.
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
      // An answer that has begun decides itself whether it is whole.
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
