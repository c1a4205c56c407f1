import type { ApiError, Because } from '../domain/errors.ts';
import { fingerprintOfKey, maskKey, maskKeysIn } from '../domain/exchange.ts';
import type { Instant } from '../domain/time.ts';
import type { WorldHost } from '../runtime/world-host.ts';
import type { Answer, HttpContext } from './answer.ts';
import type { Route } from './routes.ts';

/** When a request came, on the clock of its World and on the machine's. */
export type Arrival = { at: Instant; machine: number };

const KEPT_HEADERS = ['content-type', 'idempotency-key', 'if-none-match', 'user-agent'];
const KEPT_BODY = 4_096;

/** Keeps one exchange for the journal: the answer by reference, the request only as far as somebody will look. */
export function recordExchange(
  host: WorldHost,
  route: Route | null,
  context: HttpContext,
  { at, machine }: Arrival,
  answer: Answer,
  refusal: { error: ApiError; requestId: string } | null,
  fault: string | null,
): void {
  const secret = context.req.header('x-api-key');
  const url = context.env?.incoming?.url ?? pathOf(context.req.url);
  const mark = url.indexOf('?');
  const exchange = {
    at,
    route: route?.name ?? null,
    method: context.req.method,
    path: maskKeysIn(mark === -1 ? url : url.slice(0, mark)),
    query: mark === -1 ? '' : maskKeysIn(url.slice(mark + 1)),
    key: secret === undefined ? null : maskKey(secret),
    keyId: secret === undefined ? null : (host.world.state.keys.get(secret)?.id ?? fingerprintOfKey(secret)),
    requestHeaders: keptHeaders(context),
    requestBody: bodyText(context),
    status: answer.status,
    responseHeaders: answer.headers,
    responseBody: typeof answer.body === 'string' ? maskKeysIn(answer.body) : null,
    requestId: refusal?.requestId ?? null,
    because: maskBecause(refusal?.error.because ?? null),
    fault,
  };
  host.journal.record(exchange, machine);
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

function maskBecause(because: Because | null): Because | null {
  if (because === null) return null;
  return { ...because, compared: JSON.parse(maskKeysIn(JSON.stringify(because.compared))) };
}

function keptHeaders(context: HttpContext): Record<string, string> {
  const kept: Record<string, string> = {};
  const received = context.env?.incoming?.headers;
  for (const name of KEPT_HEADERS) {
    const value = received === undefined ? context.req.header(name) : received[name];
    if (value !== undefined) kept[name] = maskKeysIn(String(value));
  }
  return kept;
}

function bodyText(context: HttpContext): string | null {
  const bytes = context.get('body');
  if (bytes === undefined) return null;
  const type = context.req.header('content-type') ?? 'no type';
  if (!type.startsWith('application/json')) return maskKeysIn(`(${bytes.byteLength} bytes of ${type})`);
  return maskKeysIn(Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, KEPT_BODY)).toString());
}
