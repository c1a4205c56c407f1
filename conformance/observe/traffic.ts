import { recordBody, recordRequestBody } from '../effects/http/body-facts.ts';
import type { BodyRecord, Exchange, ReceivedHook, Silence } from '../effects/http/exchange.ts';
import { type HeaderPairs, headerOf, headersByName } from '../effects/http/headers.ts';
import { routeOf } from '../target/routes.ts';

/** A body as it was kept; null if it was not kept, or not completely. */
export type KeptBody = Uint8Array | null;

/** An exchange of another client, as a file or the proxy has it. */
export type RawExchange = {
  /** Its number in the source, from 1. */
  number: number;
  method: string;
  /** The path and the query, relative to the address of the server. */
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

/** An exchange that can be examined. `missing`: the part whose body was not kept. */
export type Passing = { number: number; exchange: Exchange; missing: 'request' | 'answer' | null };

/** An exchange that cannot be examined, and the reason. */
export type LeftOut = { number: number; why: string };

export type Traffic = {
  /** The name of the file, or the address of the proxy. */
  source: string;
  /** The address of the server. */
  server: string;
  /** In the order in which they began. */
  passings: readonly Passing[];
  left: readonly LeftOut[];
  /** The deliveries that receivers got, by their addresses. */
  hooks: readonly ReceivedHook[];
};

/** Headers that do not change the meaning of a request: those of connections, browsers, caches and tracing. */
const WITHOUT_EFFECT =
  /^(?::.*|host|connection|proxy-.*|keep-alive|te|user-agent|accept|accept-.*|content-length|transfer-encoding|origin|referer|sec-.*|cookie|cache-control|pragma|priority|upgrade-insecure-requests|dnt|date|via|forwarded|x-(?!api-key$|http-method).*|traceparent|tracestate|baggage|sentry-trace|newrelic|b3|request-id|correlation-id)$/i;

/** Headers of an answer that are not needed here, and may be private. */
const PRIVATE = /^(?::.*|set-cookie2?)$/i;

export async function passingOf(raw: RawExchange): Promise<Passing> {
  const { number, method, url, body, answer, silence, at, slack, took } = raw;
  const isBare = method === 'HEAD' || answer === null || [204, 304].includes(answer.status);
  const answerBody = isBare ? new Uint8Array() : (answer?.body ?? null);
  const missing = answerBody === null ? 'answer' : body === null ? 'request' : null;
  const type = headerOf(raw.headers, 'content-type');
  const sent = body === null ? NONE : await recordRequestBody(body, type);
  const heard =
    answerBody === null ? NONE : await recordBody(answerBody, headerOf(answer?.headers ?? [], 'content-type'));
  const kept = headersByName(raw.headers.filter(([name]) => !WITHOUT_EFFECT.test(name)));
  // Only its presence matters.
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

/** JSON is always UTF-8: if the request was accepted, a charset parameter makes no difference. */
function asRead(headers: Record<string, string>, status: number | null): Record<string, string> {
  const isPlain = /^application\/json\s*;\s*charset="?utf-8"?$/i.test(headers['content-type'] ?? '');
  return isPlain && status !== null && status < 300 ? { ...headers, 'content-type': 'application/json' } : headers;
}

/** Removes the colors of a picture, since they belong to its content. */
function withoutLook(body: BodyRecord): BodyRecord {
  if (body.kind !== 'bytes' || body.image === null) return body;
  const { look: _, ...image } = body.image;
  return { ...body, image };
}

/** Sorts exchanges by the time at which they began, and removes duplicates. */
export function inOrder(passings: readonly Passing[]): Passing[] {
  const seen = new Set<string>();
  return passings
    .toSorted((one, other) => one.exchange.at - other.exchange.at || one.number - other.number)
    .filter((one) => {
      const name = JSON.stringify([one.exchange.at, one.exchange.request, one.exchange.answer]);
      return !seen.has(name) && seen.add(name);
    });
}

export function isDescribed({ exchange: { request } }: Passing): boolean {
  return routeOf(request.method, request.url) !== null;
}
