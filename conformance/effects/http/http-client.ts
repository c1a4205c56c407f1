import type { RequestOptions } from 'node:http';
import { excessText, type JsonBounds } from '../../../shared/json-excess.ts';
import { type Connection, PLAIN_CONNECTION } from '../../target/connection.ts';
import { addressOf, isBase } from './address.ts';
import { recordBody, recordRequestBody } from './body-facts.ts';
import { decodeBody } from './decode-body.ts';
import type { Exchange, OutgoingRequest } from './exchange.ts';
import { asHeaderBytes, headerOf, isSendable } from './headers.ts';
import { mostOf } from './read-body.ts';
import { createConnections, type Heard, sendOnce } from './send-once.ts';
import { serverWay } from './server-way.ts';

export type HttpClient = {
  /** Sends a request. Network failures are returned as silences; only a request that cannot be encoded is rejected. */
  send(request: OutgoingRequest): Promise<Exchange>;
  /**
   * Returns how often the server closed a connection with a request on it although it had promised to keep it. After
   * the first time, promises are not trusted.
   */
  lost(): number;
  /** Ends requests in progress, which are returned as closed. Later requests are sent. */
  interrupt(): void;
  close(): Promise<void>;
};

const LAST_ANSWERS = 500;

/** The methods that can be sent again if a kept connection turns out to be closed, since they change nothing. */
const HARMLESS = ['GET', 'HEAD', 'OPTIONS'];

/** `within` limits the time of a request; if it leaves none, the request is not sent. */
export type HttpClientOptions = { base_url: string; connection?: Connection; within?(milliseconds: number): number };

const NOT_SENT: Heard = {
  answer: null,
  silence: 'timeout',
  detail: 'it was not sent, because the time is over',
  stale: false,
};

/** Creates an HTTP/1.1 client that follows no redirects, and adds only the headers of the target. */
export function createHttpClient({
  base_url,
  connection = PLAIN_CONNECTION,
  within = (time) => time,
}: HttpClientOptions): HttpClient {
  if (!isBase(base_url)) throw new Error(`${base_url} is not a URL; write it like https://host/path`);
  const { kept, promised, fresh } = createConnections();
  const way = serverWay(base_url, connection);
  let lost = 0;

  const endAll = () => {
    for (const connections of [kept, promised, fresh]) connections.destroy();
    way.interrupt();
  };
  // Requests that change something get some time for their answers, so that what they made can be erased.
  const interrupt = () => {
    kept.destroy();
    setTimeout(endAll, LAST_ANSWERS).unref();
  };

  return {
    send: async (request) => {
      const options = way.through(optionsOf(request, base_url));
      const started = performance.now();
      const most = within(request.timeout);
      const sentOver = async (connections: typeof kept) => {
        const timeout = most - (performance.now() - started);
        if (timeout <= 0) return NOT_SENT;
        const agent = options.agent ?? connections.agentFor(options);
        return sendOnce({ ...options, agent }, request.body, { timeout, keeps: connections.keeps });
      };
      const isHarmless = HARMLESS.includes(request.method);
      const changing = lost === 0 ? promised : fresh;
      const first = await sentOver(isHarmless ? kept : changing);
      if (first.stale && !isHarmless) lost += 1;
      const heard = first.stale && isHarmless ? await sentOver(fresh) : first;
      return exchangeOf(request, heard, { at: instantOf(started), took: inThousandths(performance.now() - started) });
    },
    lost: () => lost,
    interrupt,
    close: async () => endAll(),
  };
}

/** With decimals, to distinguish what came after an answer from what was requested concurrently. */
function instantOf(reading: number): number {
  return inThousandths(performance.timeOrigin + reading);
}

function inThousandths(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000;
}

async function exchangeOf(
  { method, url, headers, body }: OutgoingRequest,
  heard: Heard,
  times: { at: number; took: number },
): Promise<Exchange> {
  const sent = await recordRequestBody(body, headerOf(Object.entries(headers), 'content-type'));
  const request = { method, url, headers, body: sent };
  return { request, ...(await answerOf(heard)), ...times };
}

async function answerOf({ answer, silence, detail }: Heard): Promise<Pick<Exchange, 'answer' | 'silence' | 'detail'>> {
  if (answer === null) return { answer, silence, detail };
  const { status, headers, bytes, release } = answer;
  try {
    const type = headerOf(headers, 'content-type');
    const coding = headerOf(headers, 'content-encoding');
    const decoded = await decodeBody(bytes, coding, mostOf(type)).catch((error: Error) => error);
    if (decoded instanceof Error)
      return { answer: null, silence: 'malformed', detail: `the body is no valid ${coding}: ${decoded.message}` };
    const body = await recordBody(decoded, type);
    const excess = body.kind === 'text' ? excessText(body.text, MOST) : null;
    if (excess !== null) return { answer: null, silence: 'malformed', detail: `the body ${excess}` };
    return { answer: { status, headers, body }, silence, detail };
  } finally {
    release();
  }
}

/**
 * Beyond these limits, nothing is a valid answer: the service has no value deeper than ten levels, and no page of this
 * size.
 */
const MOST: JsonBounds = { depth: 200, values: 300_000 };

function optionsOf(request: OutgoingRequest, base_url: string): RequestOptions {
  const { hostname, port, path, secure } = addressOf(request.url, request.base_url ?? base_url);
  return {
    protocol: secure ? 'https:' : 'http:',
    hostname,
    ...(port !== '' && { port }),
    path,
    method: request.method,
    headers: headersOf(request),
  };
}

const WITH_LENGTH = ['POST', 'PUT', 'PATCH'];

function headersOf({ method, headers, body }: OutgoingRequest): Record<string, string> {
  const written = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, asBytes(name, value)]));
  const isFramed = Object.keys(headers).some((name) => /^(?:content-length|transfer-encoding)$/i.test(name));
  if (!isFramed && (body !== null || WITH_LENGTH.includes(method)))
    written['Content-Length'] = String(Buffer.byteLength(body ?? ''));
  return written;
}

function asBytes(name: string, value: string): string {
  if (isSendable(value)) return asHeaderBytes(value);
  throw new Error(`the header ${name} cannot be sent: it has a line break or another control character in it`);
}
