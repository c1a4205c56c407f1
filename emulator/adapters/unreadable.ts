import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Lingering } from './lingering.ts';
import { formProblemOf } from './request-form.ts';

export type BadRequest = 'malformed' | 'headers_too_large' | 'timeout' | 'not_served';

/** The body and status for bytes that never became a request. */
export type OnBadRequest = (problem: BadRequest) => { status: number; body: string };

type Parts = {
  lingering: Lingering;
  onBadRequest: OnBadRequest;
  /** The newest answer of a connection: given, or still owed. */
  newestAnswer(socket: Socket): ServerResponse | undefined;
};

const PROBLEM_OF: Record<string, 'headers_too_large' | 'timeout'> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'timeout',
};

/** Answers what Node hands over as bytes, because they are no request that it could read; then the connection closes. */
export function answerUnreadable(server: Server, { lingering, onBadRequest, newestAnswer }: Parts): void {
  const answer = (problem: BadRequest, socket: Socket) => {
    if (lingering.has(socket)) return;
    const { headersSent = false, shouldKeepAlive = true } = newestAnswer(socket) ?? {};
    // Nothing may follow an answer that has said that it is the last one.
    if (shouldKeepAlive || !headersSent) socket.write(bytesOf(onBadRequest(problem)));
    lingering.close(socket);
  };
  const fail = (problem: BadRequest, socket: Socket) => {
    const newest = newestAnswer(socket);
    if (newest === undefined || newest.req.complete) afterAnswer(newest, () => answer(problem, socket));
    else if (!newest.headersSent) whenItsTurn(newest, () => answer(problem, socket));
    // Whoever has its answer already, and still owes the rest of its request, is not answered a second time.
    else if (problem === 'timeout') socket.destroy();
    else afterAnswer(newest, () => lingering.close(socket));
  };
  const failed = new WeakSet<Socket>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const problem = PROBLEM_OF[error.code ?? ''] ?? 'malformed';
    const hasFailed = failed.has(socket) || lingering.has(socket);
    // Each further piece of what could not be read fails again.
    if (hasFailed && problem !== 'timeout') return;
    failed.add(socket);
    if (hasFailed || error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else fail(problem, socket);
  });
  server.on('connect', (incoming) => {
    const { socket } = incoming;
    // Node has let go of this connection, and with it of its errors.
    socket.on('error', () => socket.destroy());
    afterAnswer(newestAnswer(socket), () => answer(formProblemOf(incoming) ?? 'not_served', socket));
  });
}

/** Answers go out in the order of their requests. */
function afterAnswer(newest: ServerResponse | undefined, then: () => void): void {
  if (newest === undefined || newest.writableFinished) then();
  else newest.once('finish', then);
}

/** An answer has no socket before those of earlier requests are out. */
function whenItsTurn(answer: ServerResponse, then: () => void): void {
  if (answer.socket === null) answer.once('socket', then);
  else then();
}

function bytesOf({ status, body }: { status: number; body: string }): string {
  const head = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close'];
  return `HTTP/1.1 ${status} Refused\r\n${head.join('\r\n')}\r\n\r\n${body}`;
}
