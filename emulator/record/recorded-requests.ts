import type { Answerers, App } from '../adapters/answerers.ts';
import { pathOf, queryOf } from '../adapters/wire-request.ts';
import { LARGEST_FILE } from '../control/files/file-control.ts';
import { bytesUpTo } from '../domain/values/bytes-up-to.ts';
import type { RequestBody, WireReply, WireRequest } from '../world/wire.ts';
import type { Tape } from './tape.ts';

type Parts = {
  isOn(): boolean;
  /** The recording that a request belongs to; null if it is not recorded. */
  tapeOf(key: string | undefined, world: string | undefined): Tape | null;
  tapeOfRequest(request: WireRequest): Tape | null;
};

export function recordedAnswerers(plain: Answerers, parts: Parts): Answerers {
  const { beside } = plain;
  return {
    ...plain,
    service: (request) => {
      const tape = parts.isOn() ? parts.tapeOfRequest(request) : null;
      return tape === null ? plain.service(request) : serveRecorded(plain, tape, request);
    },
    beside: beside && { ...beside, load: async () => recordedApp(await beside.load(), beside.below, parts) },
  };
}

function serveRecorded({ service }: Answerers, tape: Tape, request: WireRequest): Promise<WireReply> {
  const { method, target, headers, address } = request;
  return new Promise((resolve, reject) => {
    tape.sequence.enter(async () => {
      const n = tape.nextExchange();
      const reading = readingBeside(target, request);
      const secure = request.isSecure ? { secure: true as const } : {};
      tape.write({ do: 'request', n, at: tape.at(), method, target, ...reading, headers, address, ...secure });
      try {
        const reply = await service({ ...request, body: recordedBody(request.body, n, tape) });
        writeReply(tape, n, reply);
        await tape.sequence.settled();
        resolve(reply);
      } catch (error) {
        tape.write({ do: 'answer', n, status: 0 });
        reject(error);
      }
    });
  });
}

function writeReply(tape: Tape, n: number, { answer, harm }: WireReply): void {
  const { status, headers, body } = answer;
  const content = body === null ? null : typeof body === 'string' ? body : tape.content(body);
  tape.write({ do: 'answer', n, status, headers, body: content, ...(harm !== null && { harm }) });
}

function recordedBody(body: RequestBody, n: number, tape: Tape): RequestBody {
  let taken: Uint8Array | null = null;
  return {
    taken: () => taken,
    read: (limit) =>
      new Promise((resolve, reject) => {
        body.read(limit).then(
          (bytes) =>
            tape.enter(() => {
              if (bytes === null) tape.write({ do: 'no_body', n, at: tape.at(), why: 'too_long' });
              else tape.write({ do: 'body', n, at: tape.at(), body: tape.content(bytes, true) });
              taken = bytes ?? taken;
              resolve(bytes);
            }),
          (error: unknown) =>
            tape.enter(() => {
              tape.write({ do: 'no_body', n, at: tape.at(), why: 'gone' });
              reject(error);
            }),
        );
      }),
  };
}

/** Requests that only observe are not part of a session: health checks, streams, documents, and the console. */
const LOOKS_ON = /^\/v1\/(?:health|live|openapi\.json)$|^\/openapi\.json$/;

function isPartOfSession(below: string, path: string): boolean {
  const inner = path.startsWith(`${below}/`) ? path.slice(below.length) : '';
  return /^\/(?:v1\/|profile$|fixtures)/.test(inner) && !LOOKS_ON.test(inner);
}

function recordedApp(plain: App, below: string, { isOn, tapeOf }: Parts): App {
  return {
    fetch: async (request) => {
      if (!isOn()) return plain.fetch(request);
      const { pathname } = new URL(request.url);
      const { headers } = request;
      const tape = tapeOf(headers.get('x-api-key') ?? undefined, headers.get('emulator-world') ?? undefined);
      if (tape === null || !isPartOfSession(below, pathname)) return plain.fetch(request);
      const body = request.body === null ? null : await bytesUpTo(LARGEST_FILE, request).catch(() => null);
      if (request.body !== null && body === null)
        return Response.json({ error: { message: NOT_WHOLE } }, { status: 400 });
      return new Promise((resolve, reject) => {
        tape.sequence.enter(() => {
          fetchRecorded(plain, tape, request, body).then(resolve, reject);
        });
      });
    },
  };
}

const NOT_WHOLE = 'the body did not arrive whole, or is larger than a recording takes';

async function fetchRecorded(plain: App, tape: Tape, request: Request, body: Uint8Array | null): Promise<Response> {
  const { sequence } = tape;
  const { method, url } = request;
  const { pathname, search } = new URL(url);
  const n = tape.nextExchange();
  const headers = Object.fromEntries(request.headers);
  const sent = body === null ? {} : { body: tape.content(body, true) };
  tape.write({ do: 'request', n, at: tape.at(), method, target: pathname + search, headers, ...sent });
  const gone = new AbortController();
  let isAnswered = false;
  const leave = () => {
    if (isAnswered || gone.signal.aborted) return;
    sequence.enter(() => {
      if (isAnswered) return;
      tape.write({ do: 'leave', n, at: tape.at() });
      gone.abort(request.signal.reason);
    });
  };
  request.signal.addEventListener('abort', leave);
  const init = { method, headers: request.headers, body: body as string | null, signal: gone.signal };
  const response = await plain.fetch(new Request(url, init));
  const bytes = new Uint8Array(await response.arrayBuffer());
  isAnswered = true;
  request.signal.removeEventListener('abort', leave);
  const content = response.body === null ? null : tape.content(bytes);
  const answered = Object.fromEntries(response.headers);
  tape.write({ do: 'answer', n, status: response.status, headers: answered, body: content });
  await sequence.settled();
  return new Response(response.body === null ? null : bytes, { status: response.status, headers: response.headers });
}

type Reading = Pick<WireRequest, 'path' | 'query'>;

export function readTarget(target: string): Reading {
  const url = `http://emulator${target.startsWith('/') ? '' : '/'}${target}`;
  return { path: pathOf(url), query: queryOf(url) };
}

/** The path and the query of a request if they do not follow from its target. */
function readingBeside(target: string, { path, query }: Reading): { path?: string; query?: [string, string][] } {
  const read = readTarget(target);
  if (read.path === path && JSON.stringify(read.query) === JSON.stringify(query)) return {};
  return { path, query: query.map(([name, value]) => [name, value]) };
}
