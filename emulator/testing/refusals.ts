import { connect, type Socket } from 'node:net';
import type { Emulator } from '../index.ts';
import { type Client, clientOf, facePng, type Reply } from './client.ts';

/** The maximum time to wait for an answer; without one, the request hangs. */
const PATIENCE = 5_000;
const ROWS_BETWEEN_CHECKS = 10;

/** One malformed request: what is wrong with it, and how to send it. */
export type Malformed = { name: string; send(): Promise<Refusal> };

/** The result: an answer, or only the end of the connection. */
export type Refusal = Pick<Reply, 'status' | 'body'> | 'closed' | 'hangs' | 'answered twice';

/** Sends every row, with a valid request after every few, and returns the rows that were not refused correctly. */
export async function wrongAnswers(
  rows: readonly Malformed[],
  isWell: () => Promise<boolean>,
  allowed: readonly number[],
): Promise<string[]> {
  const wrong: string[] = [];
  for (let at = 0; at < rows.length; at += ROWS_BETWEEN_CHECKS) {
    const few = rows.slice(at, at + ROWS_BETWEEN_CHECKS);
    const refusals = await Promise.all(few.map(({ send }) => withinPatience(send())));
    few.forEach(({ name }, index) => {
      const problem = problemOf(refusals[index] ?? 'hangs', allowed);
      if (problem !== null) wrong.push(`${name}: ${problem}`);
    });
    if (!(await isWell())) wrong.push(`${few.at(-1)?.name}: no good request works afterwards`);
  }
  return wrong;
}

/** Whether an emulator still accepts an upload, reads it back and answers a report, and has had no internal error. */
export function wellness(emulator: Emulator, unexpected: readonly unknown[]): () => Promise<boolean> {
  const client: Client = clientOf(emulator);
  return async () => {
    const asset = await client.upload({ body: await facePng() });
    const read = await client.get(`/v1/assets/${asset.body.id}`);
    const usage = await client.get('/v1/usage');
    return asset.status === 201 && read.status === 200 && usage.status === 200 && unexpected.length === 0;
  };
}

function problemOf(refusal: Refusal, allowed: readonly number[]): string | null {
  if (refusal === 'closed') return null;
  if (typeof refusal === 'string') return refusal;
  const { status, body } = refusal;
  if (!allowed.includes(status)) return `${status} ${JSON.stringify(body).slice(0, 200)}`;
  const { code, message, request_id: requestId, retryable, details, ...rest } = body?.error ?? {};
  const isDetail =
    /^[A-Z_]+$/.test(code) && message?.length > 0 && /^req_\w+$/.test(requestId) && typeof retryable === 'boolean';
  if (!isDetail || Object.keys(rest).length > 0) return `${status} without an ErrorDetail: ${JSON.stringify(body)}`;
  return details === undefined || Array.isArray(details.fields) ? null : `${status} with odd details`;
}

function withinPatience(answer: Promise<Refusal>): Promise<Refusal> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve('hangs'), PATIENCE);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export type RawRequest = {
  bytes: string | Buffer;
  /** Aborts the connection once everything is sent. */
  abort?: boolean;
  /** Signals the end of the data. */
  end?: boolean;
};

/** Sends bytes unchanged, and reads until the other side closes. */
export function sendRaw(port: number, { bytes, abort = false, end = false }: RawRequest): Promise<Refusal> {
  return new Promise((resolve) => {
    const socket: Socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    // A reset is a closed connection; whatever was received before it counts.
    socket.on('error', () => {});
    socket.on('close', () => resolve(parseRaw(received)));
    socket.write(bytes, () => {
      if (abort) socket.destroy();
      if (end) socket.end();
    });
  });
}

function parseRaw(received: string): Refusal {
  if (received === '') return 'closed';
  if ((received.match(/HTTP\/1\.1 \d{3} /g) ?? []).length !== 1) return 'answered twice';
  const [head = '', text = ''] = received.split('\r\n\r\n');
  return {
    status: Number(head.split(' ')[1]),
    body: /^content-type: application\/json/im.test(head) ? JSON.parse(text) : text,
  };
}

const PIECE = Buffer.alloc(1 << 20, 'x');

/**
 * Sends a request to its last byte and only then reads, like urllib of Python. Returns the answer, or the code of the
 * error that ended the connection.
 */
export function sendThenRead(port: number, head: string, bodyBytes: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.pause();
    socket.on('data', (data) => {
      received += data.toString('latin1');
    });
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    socket.on('close', () => resolve(received));
    socket.write(head);
    const send = (left: number) => {
      if (left === 0) return socket.resume();
      const piece = PIECE.subarray(0, left);
      return socket.write(piece, (error) => error ?? send(left - piece.byteLength));
    };
    send(bodyBytes);
  });
}

/** The first line and the headers of a POST, with the length of its body. */
export function postHead(path: string, bodyBytes: number, headers: readonly string[]): string {
  const lines = [`POST ${path} HTTP/1.1`, 'Host: localhost', `Content-Length: ${bodyBytes}`, ...headers];
  return `${lines.join('\r\n')}\r\n\r\n`;
}
