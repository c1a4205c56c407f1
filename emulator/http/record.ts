import type { ApiError } from '../domain/errors.ts';
import { maskKey } from '../domain/exchange.ts';
import type { WorldHost } from '../runtime/world-host.ts';
import type { Answer, HttpContext } from './answer.ts';
import type { Route } from './routes.ts';

const KEPT_HEADERS = ['content-type', 'idempotency-key', 'if-none-match', 'user-agent'];
const KEPT_BODY = 4_096;

/** Keeps one exchange for the journal: the answer by reference, the request only as far as somebody will look. */
export function recordExchange(
  host: WorldHost,
  route: Route | null,
  context: HttpContext,
  answer: Answer,
  refusal: { error: ApiError; requestId: string } | null,
  fault: string | null,
): void {
  const secret = context.req.header('x-api-key');
  const url = context.env?.incoming?.url ?? pathOf(context.req.url);
  const mark = url.indexOf('?');
  host.journal.record({
    at: host.world.state.now,
    route: route === null ? null : `${route.method} ${route.path}`,
    method: context.req.method,
    path: mark === -1 ? url : url.slice(0, mark),
    query: mark === -1 ? '' : maskInText(url.slice(mark + 1)),
    key: secret === undefined ? null : maskKey(secret),
    keyId: (secret !== undefined && host.world.state.keys.get(secret)?.id) || null,
    requestHeaders: keptHeaders(context),
    requestBody: bodyText(context),
    status: answer.status,
    responseHeaders: answer.headers,
    responseBody: typeof answer.body === 'string' ? answer.body : null,
    requestId: refusal?.requestId ?? null,
    because: refusal?.error.because ?? null,
    fault,
  });
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** A key that was put where none belongs is masked there as well. */
function maskInText(text: string): string {
  return text.replace(/pk_(?:live|test)_[A-Za-z0-9_-]+/g, maskKey);
}

function keptHeaders(context: HttpContext): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const value = context.req.header(name);
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}

function bodyText(context: HttpContext): string | null {
  const bytes = context.get('body');
  if (bytes === undefined) return null;
  const type = context.req.header('content-type') ?? 'no type';
  if (!type.startsWith('application/json')) return `(${bytes.byteLength} bytes of ${type})`;
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, KEPT_BODY)).toString();
}
