import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { HeaderPairs } from '../../../conformance/effects/http/headers.ts';
import type { Settings } from '../kinds.ts';

export type RawAnswer = { status: number; reason: string; headers: HeaderPairs; body: Buffer; closes: boolean };

const PROCESSING = 'HTTP/1.1 102 Processing\r\n\r\n';
const EARLY_HINTS = 'HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload; as=style\r\n\r\n';
const INTERIM = { '102': PROCESSING, '103': EARLY_HINTS, many: PROCESSING.repeat(3) + EARLY_HINTS };
const SPACING = { none: [':', ''], many: [':   ', '  '] } as const;
const REASONS = { none: '', other: "Voil\xe0, c'est \xe7a" };
/** Of an answer in small pieces, only the beginning is, so that a picture does not take seconds. */
const [PIECE, PIECES] = [11, 12];

/**
 * Writes an answer byte by byte, in forms that Node does not write. Node's own answer to the request is discarded; it
 * only ends the exchange.
 */
export async function writeAnswer(outgoing: ServerResponse, answer: RawAnswer, settings: Settings): Promise<void> {
  const { req: request, socket } = outgoing;
  if (socket === null || socket.destroyed) return;
  const hasBody = request.method !== 'HEAD' && answer.status !== 204 && answer.status !== 304;
  const isCoded = isGzip(settings, request.headers['accept-encoding']) && hasBody && answer.body.length > 0;
  const body = isCoded ? gzipSync(answer.body) : answer.body;
  const closes = answer.closes || settings.connection !== null || request.headers.connection === 'close';
  const headers = [
    ...answer.headers,
    ...(isCoded ? [['Content-Encoding', 'gzip'] as const] : []),
    ...(settings.connection === 'unannounced' ? [] : closes ? CLOSED : KEPT),
    ...(hasBody ? framingOf(settings.framing, body.length) : []),
  ];
  const head = Buffer.from(headOf({ ...answer, headers }, settings), 'latin1');
  const bytes = hasBody ? Buffer.concat([head, framed(body, settings.framing)]) : head;
  await writePieces(socket, bytes, settings.pieces);
  if (closes && !request.complete) await lingered(request);
  endQuietly(outgoing, socket, closes);
}

function isGzip({ coding }: Settings, accepted: string | string[] | undefined): boolean {
  return coding === 'gzip' && (accepted === undefined || /\bgzip\b/.test(String(accepted)));
}

function framingOf(framing: Settings['framing'], length: number): HeaderPairs {
  if (framing === 'until_close') return [];
  if (framing === null) return [['Content-Length', String(length)]];
  return [['Transfer-Encoding', 'chunked'], ...(framing === 'trailers' ? [['Trailer', 'X-Checked'] as const] : [])];
}

type Head = Pick<RawAnswer, 'status' | 'reason' | 'headers'>;

function headOf({ status, reason, headers }: Head, settings: Settings): string {
  const ordered = settings.header_order === 'reversed' ? headers.toReversed() : headers;
  const [before, after] = settings.header_spacing === null ? [': ', ''] : SPACING[settings.header_spacing];
  const lines = ordered.map(([name, value]) => `${inCase(name, settings.header_case)}${before}${value}${after}\r\n`);
  const shown = settings.reason === null ? reason : REASONS[settings.reason];
  const first = `HTTP/${settings.http === null ? '1.1' : '1.0'} ${status} ${shown}\r\n`;
  return `${settings.interim === null ? '' : INTERIM[settings.interim]}${first}${lines.join('')}\r\n`;
}

const CLOSED: HeaderPairs = [['Connection', 'close']];
const KEPT: HeaderPairs = [
  ['Connection', 'keep-alive'],
  ['Keep-Alive', 'timeout=5'],
];

function inCase(name: string, form: Settings['header_case']): string {
  if (form === null) return name;
  return form === 'upper' ? name.toUpperCase() : name.toLowerCase();
}

const CHUNK = 1_000;

function framed(body: Buffer, framing: Settings['framing']): Buffer {
  if (framing === null || framing === 'until_close') return body;
  const extension = framing === 'extensions' ? ';part=1;checked="yes, \\"it is\\""' : '';
  const parts: Buffer[] = [];
  for (let start = 0; start < body.length; start += CHUNK) {
    const part = body.subarray(start, start + CHUNK);
    parts.push(Buffer.from(`${part.length.toString(16).padStart(4, '0')}${extension}\r\n`), part, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from(`0\r\n${framing === 'trailers' ? 'X-Checked: yes\r\n' : ''}\r\n`)]);
}

async function writePieces(socket: Socket, bytes: Buffer, pieces: Settings['pieces']): Promise<void> {
  let start = 0;
  while (pieces === 'small' && start < bytes.length && start < PIECE * PIECES) {
    socket.write(bytes.subarray(start, start + PIECE));
    start += PIECE;
    await turn();
  }
  if (start < bytes.length) socket.write(bytes.subarray(start));
}

/** A client that is still sending would not get its answer if the connection was closed at once. */
function lingered(request: ServerResponse['req']): Promise<void> {
  return new Promise((resolve) => {
    const alarm = setTimeout(resolve, 1_000);
    const end = () => {
      clearTimeout(alarm);
      resolve();
    };
    request.on('end', end).on('close', end).resume();
  });
}

function endQuietly(outgoing: ServerResponse, socket: Socket, closes: boolean): void {
  if (socket.destroyed) return;
  outgoing.shouldKeepAlive = !closes;
  socket.write = discarded;
  outgoing.end();
  Reflect.deleteProperty(socket, 'write');
}

const discarded: Socket['write'] = (_: unknown, encoding?: unknown, written?: unknown) => {
  const done = typeof encoding === 'function' ? encoding : written;
  if (typeof done === 'function') process.nextTick(done);
  return true;
};
