import { STATUS_CODES } from 'node:http';
import { type ExchangeReport, maskKeysIn } from '../../domain/test-control/exchange.ts';
import { onChange, type WorldHost } from '../../runtime/world-host.ts';
import { fieldsIn, jsonReply, meantBy, type OfCall, reply, type Served } from '../reply.ts';
import type { WorldControl } from '../world-control.ts';
import { pictureOf } from './job-story.ts';
import { summaryOf } from './summary.ts';

type RawParts = { hostFor: OfCall<WorldHost>; worldFor: OfCall<WorldControl>; version: string };

/** The calls whose answers are not JSON objects: the pictures of jobs, the event stream, and the journal as HAR. */
export function servedRaw({ hostFor, worldFor, version }: RawParts): Served {
  return {
    'GET /v1/live': (request) => {
      const host = meantBy(hostFor, request);
      const plain = reply(null, { 'cache-control': 'no-store', 'content-type': 'text/event-stream' });
      return request.method === 'HEAD' ? plain : { ...plain, live: liveStream(host) };
    },
    'GET /v1/journal.har': (request) => {
      const { target, isSecure, headers, origin = `http${isSecure ? 's' : ''}://${headers['host']}` } = request;
      const found = meantBy(worldFor, request).journal.find(fieldsIn(request));
      return jsonReply(harOf(found, { base: new URL(target, origin).origin, version }));
    },
    'GET /v1/jobs/:id/pictures/:name': (request, [id = '', name = '']) => {
      const { bytes, mediaType } = pictureOf(meantBy(hostFor, request), id, name);
      const headers = { 'cache-control': 'no-store', 'content-type': mediaType, 'x-content-type-options': 'nosniff' };
      return reply(bytes, headers);
    },
  };
}

/** Exchanges as an HTTP Archive 1.2, for browsers and proxies, in the world's time and with masked keys. */
function harOf(exchanges: readonly ExchangeReport[], { base, version }: { base: string; version: string }) {
  const creator = { name: 'tryon-emulator', version };
  return { log: { version: '1.2', creator, entries: exchanges.map((exchange) => entryOf(exchange, base)) } };
}

function entryOf(exchange: ExchangeReport, base: string) {
  const { at, method, path, query, status, requestHeaders, requestBody, responseHeaders, responseBody } = exchange;
  const asked = typeOf(requestHeaders, 'application/octet-stream');
  const common = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 };
  return {
    startedDateTime: at,
    time: 0,
    request: {
      ...common,
      method,
      url: `${base}${path}${query === '' ? '' : `?${query}`}`,
      headers: pairs(requestHeaders),
      queryString: [...new URLSearchParams(query)].map(([name, value]) => ({
        name: maskKeysIn(name),
        value: maskKeysIn(value),
      })),
      bodySize: requestBody === null ? -1 : Buffer.byteLength(requestBody),
      ...(requestBody !== null && { postData: { mimeType: asked, text: requestBody } }),
    },
    response: {
      ...common,
      status,
      statusText: STATUS_CODES[status] ?? '',
      headers: pairs(responseHeaders),
      content: {
        size: responseBody === null ? -1 : Buffer.byteLength(responseBody),
        mimeType: typeOf(responseHeaders, ''),
        ...(responseBody !== null && { text: responseBody }),
      },
      redirectURL: '',
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
  };
}

function pairs(headers: Readonly<Record<string, string>>) {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

function typeOf(headers: Readonly<Record<string, string>>, otherwise: string): string {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? otherwise;
}

/** Changes within this time are reported once. */
const PAUSE = 150;
/** How often to check for changes that are not announced, such as the passing of time. */
const BEAT = 1_000;

/** Streams the summary at once and after each change; a page reloads when the counter `changes` grows. */
function liveStream(host: WorldHost): ReadableStream<Uint8Array> {
  const { wall, aside: clock = wall } = host.ports;
  const encoder = new TextEncoder();
  let stop = () => {};
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      let changes = 0;
      let sent = '';
      let timer = { cancel: () => {} };
      let dueAt = Number.POSITIVE_INFINITY;
      const tell = () => {
        dueAt = Number.POSITIVE_INFINITY;
        if (host.closed) return stop();
        const text = JSON.stringify({ ...summaryOf(host), changes });
        if (text !== sent && (controller.desiredSize ?? 0) > 0) {
          controller.enqueue(encoder.encode(`event: summary\ndata: ${text}\n\n`));
          sent = text;
        }
        tellIn(BEAT);
      };
      const tellIn = (milliseconds: number) => {
        const at = clock.now() + milliseconds;
        if (at >= dueAt) return;
        timer.cancel();
        dueAt = at;
        timer = clock.callAt(at, tell);
      };
      const note = () => {
        changes += 1;
        tellIn(PAUSE);
      };
      const forget = [onChange(host, note), host.journal.onRecord(note)];
      stop = () => {
        timer.cancel();
        for (const call of forget) call();
        stop = () => {};
        controller.close();
      };
      tell();
    },
    cancel: () => {
      const end = stop;
      stop = () => {};
      try {
        end();
      } catch {
        // The reader has disconnected, so there is nothing left to close.
      }
    },
  });
}
