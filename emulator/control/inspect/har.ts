import { STATUS_CODES } from 'node:http';
import type { ExchangeReport } from '../../domain/test-control/exchange.ts';
import { maskKeysIn } from '../../domain/test-control/exchange.ts';

/** Exchanges as an HTTP Archive 1.2, which browsers and proxies open. Times are those of the world; keys are masked. */
export function harOf(exchanges: readonly ExchangeReport[], { base, version }: { base: string; version: string }) {
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
