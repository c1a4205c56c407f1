import type { Because } from '../../domain/errors.ts';
import type { RouteFacts } from '../../domain/routes.ts';
import { fingerprintOfKey, maskKey, maskKeysIn } from '../../domain/test-control/exchange.ts';
import type { Instant } from '../../domain/values/time.ts';
import type { WorldHost } from '../../runtime/world-host.ts';
import type { WireAnswer } from '../../world/wire.ts';
import type { Trouble } from '../faults.ts';
import type { Refusal } from '../refusal.ts';
import type { RoutedRequest } from '../request.ts';

/** When a request arrived, on the clock of its World and on the machine's clock. */
export type Arrival = { at: Instant; machine: number };

const KEPT_HEADERS = ['accept-encoding', 'content-type', 'idempotency-key', 'if-none-match', 'user-agent'];
const KEPT_BODY = 4_096;
const NO_HEADERS: Record<string, string> = {};

export type Handled = {
  arrival: Arrival;
  route: RouteFacts | null;
  request: RoutedRequest;
  answer: WireAnswer;
  refusal: Refusal | null;
  trouble: Trouble | null;
};

/** Keeps one exchange for the journal: the answer by reference, and the parts of the request that may be looked at. */
export function recordExchange(
  host: WorldHost,
  { arrival: { at, machine }, route, request, answer, refusal, trouble }: Handled,
): void {
  const { journal, world } = host;
  const { method, target, headers } = request;
  const secret = headers['x-api-key'];
  const mark = target.indexOf('?');
  const exchange = {
    serial: 0,
    at,
    route: route?.name ?? null,
    method,
    path: maskKeysIn(mark === -1 ? target : target.slice(0, mark)),
    query: mark === -1 ? '' : maskKeysIn(target.slice(mark + 1)),
    key: secret === undefined ? null : maskKey(secret),
    keyId: secret === undefined ? null : (world.state.keys.get(secret)?.id ?? fingerprintOfKey(secret)),
    requestHeaders: keptHeaders(headers),
    requestBody: bodyText(request),
    status: answer.status,
    responseHeaders: answer.headers,
    responseBody: typeof answer.body === 'string' ? maskKeysIn(answer.body) : null,
    requestId: refusal?.requestId ?? null,
    because: maskBecause(refusal?.error.because ?? null),
    fault: trouble?.fault ?? null,
  };
  journal.record(exchange, machine, {
    mode: host.clock.settings().mode,
    isAdvancing: host.advancing !== null,
    answered: host.ports.wall.now(),
  });
}

function maskBecause(because: Because | null): Because | null {
  if (because === null) return null;
  return { ...because, compared: JSON.parse(maskKeysIn(JSON.stringify(because.compared))) };
}

function keptHeaders(headers: RoutedRequest['headers']): Record<string, string> {
  let kept: Record<string, string> | null = null;
  for (const name of KEPT_HEADERS) {
    const value = headers[name];
    if (value === undefined) continue;
    kept ??= {};
    kept[name] = maskKeysIn(value);
  }
  return kept ?? NO_HEADERS;
}

function bodyText({ body, headers }: RoutedRequest): string | null {
  const bytes = body.taken();
  if (bytes === null) return null;
  const type = headers['content-type'] ?? 'no type';
  if (!type.startsWith('application/json')) return maskKeysIn(`(${bytes.byteLength} bytes of ${type})`);
  return maskKeysIn(Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, KEPT_BODY)).toString());
}
