import type { IncomingHttpHeaders } from 'node:http';
import { codeFor, membersBy } from './habits.ts';
import type { Picture } from './pictures.ts';
import { type Key, now, type World } from './world.ts';

/** A body is bytes, a value to send as JSON, or absent. */
export type Answer = { status: number; headers?: Record<string, string>; body?: unknown };

export type Call = {
  world: World;
  key: Key;
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The picture of an upload. */
  picture: Picture | null;
  /** The id in the path. */
  id: string;
};

/** `pause`: the seconds until a retry if they differ from the usual value; null if there is no Retry-After. */
type Refusal = Pick<Error, 'message'> & { status: number; code: string; field: string | null; pause?: number | null };

/** Ends a call with an error answer. */
export function refuse(
  status: number,
  code: string,
  message: string,
  field: string | null = null,
  pause?: number | null,
): never {
  throw Object.assign(new Error(message), { status, code, field, ...(pause !== undefined && { pause }) });
}

export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && 'code' in error && 'status' in error;
}

export function refusalOf(world: World, { status, code, message, field, pause }: Refusal): Answer {
  const { choice, breaks } = world;
  const isNamedApart = field !== null && choice('error_details') === 'parameter';
  const error = {
    ...(!(status === 413 && breaks('a body that is too large has no request id')) && { request_id: requestId(world) }),
    code: codeFor(world, field, code),
    message: message === '' ? null : `${sayIn(world, message)}${field !== null && !isNamedApart ? ` (${field})` : ''}`,
    ...(isNamedApart && { details: { parameter: field } }),
    ...(choice('error_doc_url') === 'as_null' && { doc_url: null }),
    ...(choice('error_retryable') === 'as_null' && { retryable: null }),
    ...(code === 'INSUFFICIENT_SCOPE' && breaks('a missing scope is retryable in words') && { retryable: 'no' }),
    ...membersBy(world, 'error_links'),
    ...(choice('extra_fields') === 'everywhere' && { severity: 'low', trace: { span: ['a', 1] } }),
  };
  return { status, headers: pauseAfter(world, status, pause), body: { error } };
}

function pauseAfter(world: World, status: number, pause?: number | null): Record<string, string> {
  if (pause === null) return {};
  if (status === 429) return retryAfter(world, pause);
  if (status !== 503) return {};
  const seconds = world.choice('retry_after_503_seconds');
  if (!world.breaks('a 503 says a date to retry after')) return retryAfter(world, seconds);
  return { 'retry-after': new Date(now(world) + 1_000 * seconds).toUTCString() };
}

function sayIn({ choice }: World, message: string): string {
  return choice('message_language') === 'french' ? `Requête refusée : ${[...message].reverse().join('')} é` : message;
}

const GREEK = 'αβγδεζηθικλμνξοπ';

function requestId(world: World): string {
  world.counters.requests += 1;
  const hex = (world.counters.requests * 7_919 + 1_000_000).toString(16);
  if (world.choice('request_id_form') !== 'other_alphabet') return `r-${hex}`;
  return [...hex].map((digit) => GREEK[Number.parseInt(digit, 16)]).join('');
}

/** Spec 1: a disabled operation answers exactly as an unknown path does. */
export function unknownPath(world: World, path: string): Answer {
  if (world.choice('unknown_path_body') === 'other_json')
    return { status: 404, body: { title: 'Nothing here', status: 404, path, when: Date.now() } };
  const code = world.choice('codes.not_found');
  return refusalOf(world, { status: 404, code, field: null, message: 'There is no such path.' });
}

/** The Retry-After header. */
export function retryAfter({ choice }: World, seconds = choice('retry_after')): Record<string, string> {
  return { 'retry-after': String(seconds) };
}
