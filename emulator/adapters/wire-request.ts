import type { IncomingMessage, ServerResponse } from 'node:http';
import { bytesUpTo, joinedBytes } from '../domain/values/bytes-up-to.ts';
import { decodedPath } from '../domain/values/path-table.ts';
import { CallerGone, lateBody, type Query, type RequestBody, type WireRequest } from '../world/wire.ts';
import { type Answerers, besideAt } from './answerers.ts';
import { responseOf } from './write-reply.ts';

const LOOPBACK = '127.0.0.1';

/** The value of a request from a socket; `wanted` is the path and query of its address. */
export function requestOfSocket(incoming: IncomingMessage, outgoing: ServerResponse, wanted: string): WireRequest {
  const { method = 'GET', url: target = '', socket } = incoming;
  return {
    method,
    target,
    path: pathIn(wanted),
    query: queryOf(wanted),
    headers: headersOf(incoming),
    address: socket.remoteAddress ?? LOOPBACK,
    isSecure: 'encrypted' in socket,
    body: sentBody(incoming.headers['content-length'], (limit) => readSocket(incoming, limit)),
    gone: () => endOf(outgoing),
  };
}

function endOf(outgoing: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (outgoing.closed) gone.abort(new CallerGone());
  else outgoing.once('close', () => gone.abort(new CallerGone()));
  return gone.signal;
}

export function requestOfFetch(request: Request): WireRequest {
  const { method, url, signal } = request;
  const { pathname, search, origin } = new URL(url);
  const headers = Object.fromEntries(request.headers);
  return {
    method,
    target: pathname + search,
    path: pathOf(url),
    query: queryOf(url),
    headers,
    address: LOOPBACK,
    origin,
    body: sentBody(headers['content-length'], (limit) => bytesUpTo(limit, request)),
    gone: () => signal,
  };
}

export function pathOf(url: string): string {
  return pathIn(targetOf(url));
}

export function targetOf(url: string): string {
  return url.slice(url.indexOf('/', 'https://'.length));
}

function pathIn(target: string): string {
  const mark = target.indexOf('?');
  const hash = target.indexOf('#');
  const end = Math.min(mark === -1 ? target.length : mark, hash === -1 ? target.length : hash);
  const path = end === target.length ? target : target.slice(0, end);
  return decodedPath(path);
}

const NO_QUERY: Query = [];

export function queryOf(url: string): Query {
  const mark = url.indexOf('?');
  return mark === -1 ? NO_QUERY : [...new URLSearchParams(url.slice(mark + 1))];
}

/** Uses the headers that Node has already parsed, unless a header is repeated. */
function headersOf({ headers, rawHeaders }: IncomingMessage): Record<string, string> {
  let names = 0;
  for (const _ in headers) names += 1;
  const isAsSent = names * 2 === rawHeaders.length && headers['set-cookie'] === undefined;
  return isAsSent ? (headers as Record<string, string>) : joined(rawHeaders);
}

/** Combines repeated headers like `Headers` does; Node would silently keep only the first value. */
function joined(raw: IncomingMessage['rawHeaders']): Record<string, string> {
  const all: Record<string, string> = {};
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase();
    const value = raw[at + 1] ?? '';
    const before: unknown = all[name];
    // `all` also has inherited members, such as constructor.
    all[name] = typeof before === 'string' ? `${before}, ${value}` : value;
  }
  return all;
}

/** A body whose stated length is known. */
function sentBody(length: string | null | undefined, read: (limit: number) => Promise<Uint8Array | null>): RequestBody {
  return lateBody((limit) => (Number(length ?? 0) > limit ? Promise.resolve(null) : read(limit)));
}

/** Reads a body from a socket, which stays open for the answer. */
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
    // Every request is closed at the end; this is not an error if the body was read.
    const onGone = () => {
      if (!isDone) reject(new CallerGone());
    };
    incoming.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  });
}

export async function answerFetch(answerers: Answerers, request: Request): Promise<Response> {
  const asked = requestOfFetch(request);
  const service = (await besideAt(answerers, asked)?.load()) ?? answerers.service;
  return responseOf(request.method, await service(asked), answerers.wall);
}
