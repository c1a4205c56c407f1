/** One request of a row. Where it holds the mark, each sending puts another number there. */
export type BenchRequest = {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
};

/** Stands in a request for what differs each time: an Idempotency-Key, some bytes of a picture. */
export const MARK = '##########';

export const KEY_HEADER = { 'X-API-Key': 'pk_live_bench' };

/** A request as bytes, once for each connection, because sending changes them in place. */
export type RequestBytes = { bytes: Buffer; markAt: number };

export function requestBytes({ method, path, headers, body = Buffer.alloc(0) }: BenchRequest): RequestBytes {
  const fields = { Host: '127.0.0.1', ...headers, ...(method === 'POST' && { 'Content-Length': body.byteLength }) };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const bytes = Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`), body]);
  return { bytes, markAt: bytes.indexOf(MARK) };
}

/** Makes the request one that was not sent before, where it has a mark. */
export function writeSerial({ bytes, markAt }: RequestBytes, serial: number): void {
  if (markAt >= 0) bytes.write(String(serial).padStart(MARK.length, '0'), markAt, 'latin1');
}

/** Sends a request once, away from the load. */
export function sendOnce(url: string, { method, path, headers, body }: BenchRequest): Promise<Response> {
  return fetch(url + path, { method, headers, ...(body !== undefined && { body }) });
}
