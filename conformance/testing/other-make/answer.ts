import type { IncomingHttpHeaders } from 'node:http';
import type { Key, World } from './world.ts';

/** A body is bytes, a value that becomes JSON, or nothing. */
export type Answer = { status: number; headers?: Record<string, string>; body?: unknown };

export type Call = {
  world: World;
  key: Key;
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The id within the path. */
  id: string;
};

type Refusal = Error & { status: number; code: string; field: string | null };

/** Ends a call with an error of the service. */
export function refuse(status: number, code: string, message: string, field: string | null = null): never {
  throw Object.assign(new Error(message), { status, code, field });
}

export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && 'code' in error && 'status' in error;
}

export function refusalOf(world: World, { status, code, message, field }: Refusal): Answer {
  const headers = status === 429 || status === 503 ? retryAfter(world) : {};
  const isNamedApart = field !== null && !world.varies('names only in the message');
  const error = {
    request_id: requestId(world),
    code,
    message: sayIn(world, field !== null && !isNamedApart ? `${message} (${field})` : message),
    ...(isNamedApart && { details: { parameter: field } }),
    ...(world.varies('optional members are null') && { doc_url: null, retryable: null }),
    ...(world.varies('fields that nobody knows') && { severity: 'low', trace: { span: ['a', 1] } }),
  };
  return { status, headers, body: { error } };
}

function sayIn({ varies }: World, message: string): string {
  return varies('messages in French') ? `Requête refusée : ${[...message].reverse().join('')} é` : message;
}

const GREEK = 'αβγδεζηθικλμνξοπ';

function requestId(world: World): string {
  if (!world.breaks('one request id for all')) world.requests += 1;
  const hex = (world.requests * 7_919 + 1_000_000).toString(16);
  if (!world.varies('request ids in Greek')) return `r-${hex}`;
  return [...hex].map((digit) => GREEK[Number.parseInt(digit, 16)]).join('');
}

/** Spec 1: an operation that is not offered answers exactly as an unknown path does. */
export function unknownPath(world: World, path: string, isSwitchedOff: boolean): Answer {
  if (world.varies('unknown path in another body'))
    return { status: 404, body: { title: 'Nothing here', status: 404, path, when: Date.now() } };
  const isTold = isSwitchedOff && world.breaks('a disabled operation says so');
  const refusal = { status: 404, code: 'NO_SUCH_ROUTE', field: null, name: '' };
  return refusalOf(world, { ...refusal, message: isTold ? 'This is not enabled.' : 'There is no such path.' });
}

/** The header of an answer that says when to ask again. */
export function retryAfter({ varies, breaks }: World): Record<string, string> {
  const seconds = varies('retry after 1') ? '1' : '0';
  return { 'retry-after': breaks('half a second to wait') ? '0.5' : seconds };
}

/** A code that the spec does not give. */
export function openCode({ varies }: World, usual: string): string {
  return varies('other codes') ? `E_${usual.length}_${usual.slice(0, 2)}` : usual;
}
