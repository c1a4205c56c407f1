import type { Answerers } from '../adapters/answerers.ts';
import { pathOf, queryOf } from '../adapters/wire-request.ts';
import { LARGEST_FILE } from '../control/files/file-control.ts';
import { jsonReply } from '../control/reply.ts';
import { bodyOf, lateBody, type RequestBody, type Service, type WireReply, type WireRequest } from '../world/wire.ts';
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
    beside: beside && { ...beside, load: async () => recordedBeside(await beside.load(), beside.below, parts) },
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
  return lateBody(
    (limit) =>
      new Promise((resolve, reject) => {
        body.read(limit).then(
          (bytes) =>
            tape.enter(() => {
              if (bytes === null) tape.write({ do: 'no_body', n, at: tape.at(), why: 'too_long' });
              else tape.write({ do: 'body', n, at: tape.at(), body: tape.content(bytes, true) });
              resolve(bytes);
            }),
          (error: unknown) =>
            tape.enter(() => {
              tape.write({ do: 'no_body', n, at: tape.at(), why: 'gone' });
              reject(error);
            }),
        );
      }),
  );
}

/** Requests that only observe are not part of a session: health checks, streams, documents, and the console. */
const LOOKS_ON = /^\/v1\/(?:health|live|openapi\.json)$|^\/openapi\.json$/;

function isPartOfSession(below: string, path: string): boolean {
  const inner = path.startsWith(`${below}/`) ? path.slice(below.length) : '';
  return /^\/(?:v1\/|profile$|fixtures)/.test(inner) && !LOOKS_ON.test(inner);
}

function recordedBeside(plain: Service, below: string, { isOn, tapeOf }: Parts): Service {
  return async (request) => {
    if (!isOn()) return plain(request);
    const { path, headers } = request;
    const tape = tapeOf(headers['x-api-key'], headers['emulator-world']);
    if (tape === null || !isPartOfSession(below, path)) return plain(request);
    const body = await request.body.read(LARGEST_FILE).catch(() => null);
    if (body === null) return jsonReply({ error: { message: NOT_WHOLE } }, 400);
    return new Promise((resolve, reject) => {
      tape.sequence.enter(() => {
        callRecorded(plain, tape, request, body).then(resolve, reject);
      });
    });
  };
}

const NOT_WHOLE = 'the body did not arrive whole, or is larger than a recording takes';

async function callRecorded(plain: Service, tape: Tape, request: WireRequest, body: Uint8Array): Promise<WireReply> {
  const { sequence } = tape;
  const { method, target, headers } = request;
  const n = tape.nextExchange();
  const sent = body.byteLength === 0 ? {} : { body: tape.content(body, true) };
  tape.write({ do: 'request', n, at: tape.at(), method, target, ...readingBeside(target, request), headers, ...sent });
  const [gone, left] = [new AbortController(), request.gone()];
  let isAnswered = false;
  const leave = () => {
    if (isAnswered || gone.signal.aborted) return;
    sequence.enter(() => {
      if (isAnswered) return;
      tape.write({ do: 'leave', n, at: tape.at() });
      gone.abort(left.reason);
    });
  };
  left.addEventListener('abort', leave);
  const reply = await plain({ ...request, body: bodyOf(body), gone: () => gone.signal });
  isAnswered = true;
  left.removeEventListener('abort', leave);
  writeReply(tape, n, reply);
  await sequence.settled();
  return reply;
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
