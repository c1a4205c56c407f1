// What both the API and the drivers need of HTTP: errors, answers, and reading bodies.
import type { Context } from 'hono';
import { iso, type Json, type JsonObject, newId } from './store.ts';

export type Headers = Record<string, string>;
const DISCARDED_BYTES = 128 * 1024 * 1024; // read beyond a limit and dropped, so that the client gets to see the refusal

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: JsonObject = {},
    readonly headers: Headers = {},
  ) {
    super(message);
  }
}
/** Refuses a member or parameter, which is named in the message and in details. */
export function refuse(name: string, reason: string, where = 'body'): never {
  throw new ApiError(400, 'INVALID_REQUEST', `'${name}' (${where}): ${reason}`, {
    invalid_params: [{ name, in: where, reason }],
  });
}
export const pathUnknown = (): ApiError => new ApiError(404, 'NOT_FOUND', 'There is no such path.');
export const unavailable = (message: string): ApiError =>
  new ApiError(503, 'SERVICE_UNAVAILABLE', message, {}, { 'Retry-After': '5' });

export function reply(status: number, value?: Json, headers: Headers = {}): Response {
  if (value === undefined) return new Response(null, { status, headers });
  return new Response(JSON.stringify(value), { status, headers: { 'Content-Type': 'application/json', ...headers } });
}
/** Section 2.3 leaves the members of details open: they follow the problem details of RFC 9457. */
export function replyError(error: unknown): Response {
  if (!(error instanceof ApiError)) console.error(error);
  const known =
    error instanceof ApiError ? error : new ApiError(500, 'INTERNAL_ERROR', 'Something unexpected happened.');
  const { status, code, message, headers } = known;
  const details = {
    type: `urn:problem:${code.toLowerCase()}`,
    title: code.replaceAll('_', ' '),
    status,
    ...known.details,
  };
  const retryable = status === 429 || status >= 500;
  return reply(
    status,
    { error: { code, message, request_id: newId('req'), details, doc_url: null, retryable } },
    headers,
  );
}

export async function readBody(c: Context, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = Number(c.req.header('content-length')) > limit + DISCARDED_BYTES ? Infinity : 0;
  for (const reader = c.req.raw.body?.getReader(); reader && size <= limit + DISCARDED_BYTES; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size <= limit) chunks.push(value);
    else chunks.length = 0;
  }
  if (size > limit)
    throw new ApiError(413, 'PAYLOAD_TOO_LARGE', `The body may have ${limit} bytes.`, { limit_bytes: limit });
  return Buffer.concat(chunks);
}
/** An empty body counts as an object without members. */
export function parseObject(bytes: Buffer): JsonObject {
  try {
    return objectAt(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes) || '{}'), 'body');
  } catch {
    throw new ApiError(400, 'INVALID_REQUEST', 'The body is not a JSON object in UTF-8.');
  }
}

export const oneOf = <T extends string>(values: readonly T[], value: unknown): value is T =>
  (values as readonly unknown[]).includes(value);
const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const objectAt = (value: unknown, name: string): JsonObject =>
  isObject(value) ? value : refuse(name, 'must be an object');
export const listAt = (value: Json | undefined, name: string): Json[] =>
  Array.isArray(value) ? value : refuse(name, 'must be a list');
export const textAt = (value: Json | undefined, name: string): string =>
  typeof value === 'string' && value !== '' ? value : refuse(name, 'must be a text');
export const choiceAt = <T extends string>(
  values: readonly T[],
  value: Json | undefined,
  name: string,
  where?: string,
): T => (oneOf(values, value) ? value : refuse(name, `must be one of ${values.join(', ')}`, where));
/** Milliseconds of an RFC 3339 instant. A fraction below the millisecond is rounded up: no time here has one. */
export function instantAt(value: Json, name: string, where?: string): number {
  const parts = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3])(:[0-5]\d:[0-5]\d)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i.exec(
    String(value),
  );
  const [, day = '', hour = '', rest = '', fraction = '', zone = ''] = parts ?? [];
  const utc = Date.parse(`${day}T${hour}${rest}Z`);
  if (Number.isNaN(utc) || !iso(utc).startsWith(day)) refuse(name, 'must be an RFC 3339 instant', where); // such as 30 February
  const below = Number(fraction.slice(1, 4).padEnd(3, '0')) + (/[1-9]/.test(fraction.slice(4)) ? 1 : 0);
  return Date.parse(`${day}T${hour}${rest}${zone.toUpperCase()}`) + below;
}
