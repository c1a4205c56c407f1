import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { HeaderPairs } from '../../../conformance/effects/http/headers.ts';
import type { Settings } from '../settings.ts';

export type RawAnswer = { status: number; reason: string; headers: HeaderPairs; body: Buffer; closes: boolean };

const INTERIM = {
  none: '',
  '102': 'HTTP/1.1 102 Processing\r\n\r\n',
  '103': 'HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload; as=style\r\n\r\n',
};
const SPACING = { one: [': ', ''], none: [':', ''], many: [':   ', '  '] } as const;
const REASONS: Record<Settings['reason'], (usual: string) => string> = {
  usual: (usual) => usual,
  none: () => '',
  other: () => "Voil\xe0, c'est \xe7a",
};
/** Of an answer in small pieces, only the beginning is, so that a picture does not take seconds. */
const [PIECE, PIECES] = [7, 40];

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
  const closes = answer.closes || settings.connection === 'close' || request.headers.connection === 'close';
  const head = headOf({ ...answer, closes, headers: [...answer.headers, ...(isCoded ? CODED : [])] }, settings, {
    framing: hasBody ? settings.framing : null,
    length: body.length,
  });
  const bytes = Buffer.concat([
    Buffer.from(head, 'latin1'),
    hasBody ? framed(body, settings.framing) : Buffer.alloc(0),
  ]);
  await writePieces(socket, bytes, settings.pieces);
  if (closes && !request.complete) await lingered(request);
  endQuietly(outgoing, socket, closes);
}

const CODED: HeaderPairs = [['Content-Encoding', 'gzip']];

function isGzip({ coding }: Settings, accepted: string | string[] | undefined): boolean {
  return coding === 'gzip_unasked' || (coding === 'gzip' && /\bgzip\b/.test(String(accepted ?? '')));
}

type Framing = { framing: Settings['framing'] | null; length: number };

function headOf({ status, reason, headers, closes }: RawAnswer, settings: Settings, { framing, length }: Framing) {
  const own: [string, string][] = [
    ...(closes ? [['Connection', 'close'] as [string, string]] : KEPT),
    ...(framing === 'length' ? [['Content-Length', String(length)] as [string, string]] : []),
    ...(framing !== null && isChunked(framing) ? [['Transfer-Encoding', 'chunked'] as [string, string]] : []),
    ...(framing === 'trailers' ? [['Trailer', 'X-Checked'] as [string, string]] : []),
  ];
  const all = [...headers, ...own];
  const ordered = settings.headerOrder === 'reversed' ? all.toReversed() : all;
  const [before, after] = SPACING[settings.headerSpacing];
  const lines = ordered.map(([name, value]) => `${inCase(name, settings.headerCase)}${before}${value}${after}\r\n`);
  const line = `HTTP/${settings.version} ${status} ${REASONS[settings.reason](reason)}\r\n`;
  return `${INTERIM[settings.interim]}${line}${lines.join('')}\r\n`;
}

const KEPT: [string, string][] = [
  ['Connection', 'keep-alive'],
  ['Keep-Alive', 'timeout=5'],
];

function inCase(name: string, form: Settings['headerCase']): string {
  if (form === 'unchanged') return name;
  return form === 'upper' ? name.toUpperCase() : name.toLowerCase();
}

function isChunked(framing: Settings['framing']): boolean {
  return framing === 'chunked' || framing === 'extensions' || framing === 'trailers';
}

const CHUNK = 1_000;

function framed(body: Buffer, framing: Settings['framing']): Buffer {
  if (!isChunked(framing)) return body;
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
