import { recordBody, recordRequestBody } from '../effects/http/body-facts.ts';
import type { BodyRecord, Exchange, ReceivedHook, Silence } from '../effects/http/exchange.ts';
import { type HeaderPairs, headerOf, headersByName } from '../effects/http/headers.ts';
import { routeOf } from '../target/routes.ts';

/** A body as it was kept; null if it was not, or not whole. */
export type KeptBody = Uint8Array | null;

/** An exchange of others as a file or the proxy has it. */
export type RawExchange = {
  /** Its number in the source, from 1. */
  number: number;
  method: string;
  /** Path and query, below the address of the server. */
  url: string;
  headers: HeaderPairs;
  body: KeptBody;
  answer: { status: number; headers: HeaderPairs; body: KeptBody } | null;
  silence: Silence | null;
  /** Milliseconds since 1970, and how much later it may have begun. */
  at: number;
  slack: number;
  took: number;
};

/** An exchange that can be looked at. `missing`: the part whose body was not kept. */
export type Passing = { number: number; exchange: Exchange; missing: 'request' | 'answer' | null };

/** An exchange that cannot be looked at, and why. */
export type LeftOut = { number: number; why: string };

export type Traffic = {
  /** The name of the file, or the address of the proxy. */
  source: string;
  /** The address of the server. */
  server: string;
  /** In the order in which they began. */
  passings: readonly Passing[];
  left: readonly LeftOut[];
  /** What receivers got, by their addresses. */
  hooks: readonly ReceivedHook[];
};

/** Headers that change nothing of what a request means: those of connections, browsers, caches and tracing. */
const WITHOUT_EFFECT =
  /^(?::.*|host|connection|proxy-.*|keep-alive|te|user-agent|accept|accept-.*|content-length|transfer-encoding|origin|referer|sec-.*|cookie|cache-control|pragma|priority|upgrade-insecure-requests|dnt|date|via|forwarded|x-(?!api-key$|http-method).*|traceparent|tracestate|baggage|sentry-trace|newrelic|b3|request-id|correlation-id)$/i;

/** Headers of an answer that are of no use here, and may be private. */
const PRIVATE = /^(?::.*|set-cookie2?)$/i;

export async function passingOf(raw: RawExchange): Promise<Passing> {
  const { number, method, url, body, answer, silence, at, slack, took } = raw;
  const isBare = method === 'HEAD' || answer === null || [204, 304].includes(answer.status);
  const answerBody = isBare ? new Uint8Array() : (answer?.body ?? null);
  const missing = answerBody === null ? 'answer' : body === null ? 'request' : null;
  const type = headerOf(raw.headers, 'content-type');
  const sent = body === null ? NONE : await recordRequestBody(body, type);
  const heard = answerBody === null ? NONE : await recordBody(answerBody, typeOf(answer?.headers ?? []));
  const kept = headersByName(raw.headers.filter(([name]) => !WITHOUT_EFFECT.test(name)));
  // That it was sent is all that matters.
  const headers = { ...kept, ...(kept['authorization'] !== undefined && { authorization: '<masked>' }) };
  return {
    number,
    missing,
    exchange: {
      request: { method, url, headers: asRead(headers, answer?.status ?? null), body: withoutLook(sent) },
      answer: answer && {
        status: answer.status,
        headers: answer.headers.filter(([name]) => !PRIVATE.test(name)).map(([name, value]) => [name, value]),
        body: withoutLook(heard),
      },
      silence,
      detail: null,
      at,
      took: took + slack,
    },
  };
}

const NONE: BodyRecord = { kind: 'none' };

function typeOf(headers: HeaderPairs): string | null {
  return headerOf(headers, 'content-type');
}

/** JSON is UTF-8 in any case: that a client says so makes no other request of it, where it was accepted. */
function asRead(headers: Record<string, string>, status: number | null): Record<string, string> {
  const isPlain = /^application\/json\s*;\s*charset="?utf-8"?$/i.test(headers['content-type'] ?? '');
  return isPlain && status !== null && status < 300 ? { ...headers, 'content-type': 'application/json' } : headers;
}

/** The colors of a picture are part of it. */
function withoutLook(body: BodyRecord): BodyRecord {
  if (body.kind !== 'bytes' || body.image === null) return body;
  const { look: _, ...image } = body.image;
  return { ...body, image };
}

/** In the order in which they began; what a file has twice is there once. */
export function inOrder(passings: readonly Passing[]): Passing[] {
  const seen = new Set<string>();
  return passings
    .toSorted((one, other) => one.exchange.at - other.exchange.at || one.number - other.number)
    .filter((one) => {
      const name = JSON.stringify([one.exchange.at, one.exchange.request, one.exchange.answer]);
      return !seen.has(name) && seen.add(name);
    });
}

/** Whether the specification describes it. */
export function isDescribed({ exchange: { request } }: Passing): boolean {
  return routeOf(request.method, request.url) !== null;
}
