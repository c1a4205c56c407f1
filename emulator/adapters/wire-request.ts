import type { IncomingMessage } from 'node:http';
import { tryDecodeURI } from 'hono/utils/url';
import { CallerGone, type Query, type RequestBody, type WireRequest } from '../world/wire.ts';
import { type Answerers, besideAt } from './answerers.ts';
import { responseOf } from './write-reply.ts';

const LOOPBACK = '127.0.0.1';

/** The value of a request that came over a socket; `url` is its whole address. */
export function requestOfSocket(incoming: IncomingMessage, url: string): WireRequest {
  const { method = 'GET', url: target = '', socket } = incoming;
  const headers = joined(incoming.rawHeaders);
  return {
    method,
    target,
    path: pathOf(url),
    query: queryOf(url),
    headers,
    address: socket.remoteAddress ?? LOOPBACK,
    body: bodyOf(headers, (limit) => readSocket(incoming, limit)),
  };
}

/** The value of a request that came without one. */
export function requestOfFetch(request: Request): WireRequest {
  const { method, url } = request;
  const { pathname, search } = new URL(url);
  const headers = Object.fromEntries(request.headers);
  return {
    method,
    target: pathname + search,
    path: pathOf(url),
    query: queryOf(url),
    headers,
    address: LOOPBACK,
    body: bodyOf(headers, (limit) => readFetch(request, limit)),
  };
}

/** The path as Hono decodes one: a percent sign that was meant as such stays encoded. */
export function pathOf(url: string): string {
  const from = url.indexOf('/', 'https://'.length);
  const end = url.slice(from).search(/[?#]/);
  const path = end === -1 ? url.slice(from) : url.slice(from, from + end);
  return path.includes('%') ? tryDecodeURI(path.replaceAll('%25', '%2525')) : path;
}

export function queryOf(url: string): Query {
  const mark = url.indexOf('?');
  return mark === -1 ? [] : [...new URLSearchParams(url.slice(mark + 1))];
}

/** A header that comes twice is both of them, as `Headers` has it: Node would keep the first without a word. */
function joined(raw: IncomingMessage['rawHeaders']): Record<string, string> {
  const all: Record<string, string> = {};
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase();
    const value = raw[at + 1] ?? '';
    const before: unknown = all[name];
    // Not every name that an object knows came as a header: constructor.
    all[name] = typeof before === 'string' ? `${before}, ${value}` : value;
  }
  return all;
}

/** Reads no more than a limit; null where there is more. */
type ReadWhole = (limit: number) => Promise<Uint8Array | null>;

function bodyOf(headers: WireRequest['headers'], readWhole: ReadWhole): RequestBody {
  let taken: Uint8Array | null = null;
  const take = (bytes: Uint8Array | null) => {
    if (bytes !== null) taken = bytes;
    return bytes;
  };
  return {
    taken: () => taken,
    read: (limit) =>
      Number(headers['content-length'] ?? 0) > limit ? Promise.resolve(null) : readWhole(limit).then(take),
  };
}

/** The socket stays open for the answer. */
function readSocket(incoming: IncomingMessage, limit: number): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    let isDone = false;
    const onEnd = () => {
      isDone = true;
      resolve(joinedBytes(chunks));
    };
    const onData = (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (size <= limit) {
        chunks.push(chunk);
        return;
      }
      isDone = true;
      incoming.off('data', onData);
      resolve(null);
    };
    // Every request is closed in the end: one that was read is not given up for it.
    const onGone = () => {
      if (!isDone) reject(new CallerGone());
    };
    incoming.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  });
}

async function readFetch(request: Request, limit: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return joinedBytes(chunks);
}

function joinedBytes(chunks: readonly Uint8Array[]): Uint8Array {
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

/** Answers a request that came without a socket. */
export async function answerFetch(answerers: Answerers, request: Request): Promise<Response> {
  const asked = requestOfFetch(request);
  const app = await besideAt(answerers, asked)?.load();
  if (app !== undefined) return app.fetch(request);
  return responseOf(request.method, await answerers.service(asked), answerers.wall);
}
