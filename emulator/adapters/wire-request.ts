import type { IncomingMessage } from 'node:http';
import { tryDecodeURI } from 'hono/utils/url';
import type { Query, RequestBody, WireRequest } from '../world/wire.ts';
import { CallerGone } from '../world/wire.ts';

const LOOPBACK = '127.0.0.1';

/** The value of a request that came over a socket; `url` is its whole address. */
export function requestOfSocket(incoming: IncomingMessage, url: string): WireRequest {
  const { method = 'GET', url: target = '', socket } = incoming;
  const headers = joined(incoming.headersDistinct);
  return {
    method,
    target,
    path: pathOf(url),
    query: queryOf(url),
    headers,
    address: socket.remoteAddress ?? LOOPBACK,
    body: bodyOf(headers, (limit) => chunksOfSocket(incoming, limit)),
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
    body: bodyOf(headers, (limit) => chunksOfFetch(request, limit)),
  };
}

/** The path as Hono decodes one: a percent sign that was meant as such stays encoded. */
export function pathOf(url: string): string {
  const [path = ''] = url.slice(url.indexOf('/', 'https://'.length)).split(/[?#]/, 1);
  return path.includes('%') ? tryDecodeURI(path.replaceAll('%25', '%2525')) : path;
}

function queryOf(url: string): Query {
  const mark = url.indexOf('?');
  return mark === -1 ? [] : [...new URLSearchParams(url.slice(mark + 1))];
}

/** A header that comes twice is both of them, as `Headers` has it: Node would keep the first without a word. */
function joined(headers: IncomingMessage['headersDistinct']): Record<string, string> {
  const all: Record<string, string> = {};
  for (const name in headers) all[name] = headers[name]?.join(', ') ?? '';
  return all;
}

type Chunks = Uint8Array[] | null;

function bodyOf(headers: WireRequest['headers'], readChunks: (limit: number) => Promise<Chunks>): RequestBody {
  let taken: Uint8Array | null = null;
  return {
    taken: () => taken,
    read: async (limit) => {
      const declared = Number(headers['content-length'] ?? 0);
      const chunks = declared > limit ? null : await readChunks(limit);
      if (chunks === null) return null;
      taken = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
      return taken;
    },
  };
}

/** The chunks of a body, or null where they are more than the limit. The socket stays open for the answer. */
function chunksOfSocket(incoming: IncomingMessage, limit: number): Promise<Chunks> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const onData = (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (size > limit) finish(() => resolve(null));
      else chunks.push(chunk);
    };
    const onEnd = () => finish(() => resolve(chunks));
    const onGone = () => finish(() => reject(new CallerGone()));
    const finish = (settle: () => void) => {
      incoming.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
      incoming.on('error', () => {});
      settle();
    };
    incoming.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
  });
}

async function chunksOfFetch(request: Request, limit: number): Promise<Chunks> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return chunks;
}
