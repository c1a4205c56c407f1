import type { IncomingMessage } from 'node:http';

/** Headers that one request may have. Their bytes are limited by the server. */
const MOST_HEADERS = 2_000;

/** What keeps a request that Node could read from being handled; null where nothing does. */
export function formProblemOf(incoming: IncomingMessage): 'headers_too_large' | 'malformed' | 'not_served' | null {
  const { httpVersion, rawHeaders, headers } = incoming;
  if (rawHeaders.length > 2 * MOST_HEADERS) return 'headers_too_large';
  if (!isWellAddressed(httpVersion, timesIn(rawHeaders, 'host'))) return 'malformed';
  if (headers['transfer-encoding'] === undefined) return null;
  return codingProblemOf(httpVersion, incoming.headersDistinct['transfer-encoding'] ?? []);
}

function timesIn(rawHeaders: readonly string[], wanted: string): number {
  let times = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === wanted.length && name.toLowerCase() === wanted) times += 1;
  }
  return times;
}

/** RFC 9112, 3.2: one Host, and a request line that names its version. Node would answer these without an ErrorDetail. */
function isWellAddressed(httpVersion: string, hosts: number): boolean {
  return httpVersion === '1.1' ? hosts === 1 : httpVersion === '1.0' && hosts <= 1;
}

/**
 * RFC 9112, 6.1: HTTP/1.0 knows no transfer codings, and where it names one nobody can tell where its body ends. Of the
 * codings of HTTP/1.1 only chunked is undone here; what another has made would be taken for the body itself.
 */
function codingProblemOf(httpVersion: string, codings: readonly string[]): 'malformed' | 'not_served' | null {
  if (httpVersion !== '1.1') return 'malformed';
  const names = codings.flatMap((list) => list.split(',')).map((name) => name.trim().toLowerCase());
  if (names.some((name) => name !== 'chunked' && name !== '')) return 'not_served';
  return names.length === 1 && names[0] === 'chunked' ? null : 'malformed';
}
