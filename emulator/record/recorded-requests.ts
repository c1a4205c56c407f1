import type { Answerers, App } from '../adapters/answerers.ts';
import { LARGEST_FILE } from '../control/files/file-control.ts';
import type { RequestBody, WireReply, WireRequest } from '../world/wire.ts';
import type { Sequence } from './sequence.ts';
import type { Tape } from './tape.ts';
import { isReadFrom, readingOf } from './target.ts';

type Parts = {
  sequence: Sequence;
  isOn(): boolean;
  /** The recording that a request belongs to; null where it is not recorded. */
  tapeOf(key: string | undefined, world: string | undefined): Tape | null;
  tapeOfRequest(request: WireRequest): Tape | null;
};

/** What answers requests, with those that belong to a recording written down. */
export function recordedAnswerers(plain: Answerers, parts: Parts): Answerers {
  const { beside } = plain;
  return {
    ...plain,
    service: (request) => {
      const tape = parts.isOn() ? parts.tapeOfRequest(request) : null;
      return tape === null ? plain.service(request) : serveRecorded(plain, parts.sequence, tape, request);
    },
    beside: beside && { ...beside, load: async () => recordedApp(await beside.load(), beside.below, parts) },
  };
}

function serveRecorded(
  { service }: Answerers,
  sequence: Sequence,
  tape: Tape,
  request: WireRequest,
): Promise<WireReply> {
  const { method, target, headers, address } = request;
  return new Promise((resolve, reject) => {
    sequence.enter(async () => {
      const n = tape.nextExchange();
      const reading = isReadFrom(target, request) ? {} : readingOf(request);
      tape.write({ do: 'request', n, at: tape.at(), method, target, ...reading, headers, address });
      try {
        const reply = await service({ ...request, body: recordedBody(request.body, n, tape, sequence) });
        writeReply(tape, n, reply);
        await sequence.settled();
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

function recordedBody(body: RequestBody, n: number, tape: Tape, sequence: Sequence): RequestBody {
  let taken: Uint8Array | null = null;
  const enter = (act: () => void) => (tape.isOver() ? act() : sequence.enter(act));
  return {
    taken: () => taken,
    read: (limit) =>
      new Promise((resolve, reject) => {
        body.read(limit).then(
          (bytes) =>
            enter(() => {
              if (bytes === null) tape.write({ do: 'no_body', n, at: tape.at(), why: 'too_long' });
              else tape.write({ do: 'body', n, at: tape.at(), body: tape.content(bytes, true) });
              taken = bytes ?? taken;
              resolve(bytes);
            }),
          (error: unknown) =>
            enter(() => {
              tape.write({ do: 'no_body', n, at: tape.at(), why: 'gone' });
              reject(error);
            }),
        );
      }),
  };
}

/** What only looks on is no part of a session: whether it answers, what streams, documents, and the console. */
const LOOKS_ON = /^\/v1\/(?:health|live|openapi\.json)$|^\/openapi\.json$/;

function isPartOfSession(below: string, path: string): boolean {
  const inner = path.startsWith(`${below}/`) ? path.slice(below.length) : '';
  return /^\/(?:v1\/|profile$|fixtures)/.test(inner) && !LOOKS_ON.test(inner);
}

function recordedApp(plain: App, below: string, { sequence, isOn, tapeOf }: Parts): App {
  return {
    fetch: async (request) => {
      if (!isOn()) return plain.fetch(request);
      const { pathname } = new URL(request.url);
      const { headers } = request;
      const tape = tapeOf(headers.get('x-api-key') ?? undefined, headers.get('emulator-world') ?? undefined);
      if (tape === null || !isPartOfSession(below, pathname)) return plain.fetch(request);
      const body = request.body === null ? null : await readWhole(request).catch(() => null);
      if (request.body !== null && body === null)
        return Response.json({ error: { message: NOT_WHOLE } }, { status: 400 });
      return new Promise((resolve, reject) => {
        sequence.enter(() => {
          fetchRecorded(plain, sequence, tape, request, body).then(resolve, reject);
        });
      });
    },
  };
}

const NOT_WHOLE = 'the body did not arrive whole, or is larger than a recording takes';

async function fetchRecorded(
  plain: App,
  sequence: Sequence,
  tape: Tape,
  request: Request,
  body: Uint8Array | null,
): Promise<Response> {
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

async function readWhole(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > LARGEST_FILE) throw new Error('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
