import type { Exchange } from './exchange.ts';
import { secondsToWait } from './retry-after.ts';
import { ROUTES } from './routes.ts';
import { type Instant, SECOND, toIso } from './time.ts';

/** What a client can do wrong that no answer tells it. */
export const AUDIT_RULES = {
  'poll-too-soon': 'Spec 8: wait as long as Retry-After says before the next poll of a job.',
  'etag-ignored': 'Spec 4.3: send the ETag of the last answer in If-None-Match, so that an unchanged job costs a 304.',
  'refused-key-retried': 'Spec 7: a key that got a 401 or 403 is not retried.',
  'retry-too-soon': 'Spec 7: retry a 429 or 503 after Retry-After, not before.',
  'idempotency-key-reused': 'Spec 4.2: another request needs another Idempotency-Key.',
  'failed-output-read': 'Spec 1: check status before output; a failed job has none.',
  'key-in-url': 'Spec 5.2: a key is never put in a URL.',
} as const;

export type AuditRule = keyof typeof AUDIT_RULES;

export type Finding = { rule: AuditRule; says: string; did: string; exchange: number; at: string };

/** When a request came, on the clock of its World and on the machine's. */
type Moment = { world: Instant; machine: number };
type Told = { seconds: number | null; since: Moment };

/** What an audit remembers between exchanges. */
export type AuditMemory = {
  polls: Map<string, Told & { etag: string | null }>;
  refusedKeys: Map<string, number>;
  waits: Map<string, Told & { status: number }>;
  failedJobSeenBy: Set<string>;
};

export function emptyAuditMemory(): AuditMemory {
  return { polls: new Map(), refusedKeys: new Map(), waits: new Map(), failedJobSeenBy: new Set() };
}

/** What is wrong with one more exchange, in the light of those before it; it came at an instant of the machine's clock. */
export function auditExchange(memory: AuditMemory, exchange: Exchange, machine: number): Finding[] {
  const found: Finding[] = [];
  const now: Moment = { world: exchange.at, machine };
  for (const { rule, check } of CHECKS) {
    const did = check(memory, exchange, now);
    if (did !== null)
      found.push({ rule, says: AUDIT_RULES[rule], did, exchange: exchange.serial, at: toIso(exchange.at) });
  }
  remember(memory, exchange, now);
  return found;
}

type Check = (memory: AuditMemory, exchange: Exchange, now: Moment) => string | null;

const CHECKS: { rule: AuditRule; check: Check }[] = [
  { rule: 'poll-too-soon', check: polledTooSoon },
  { rule: 'etag-ignored', check: ignoredEtag },
  { rule: 'refused-key-retried', check: retriedRefusedKey },
  { rule: 'retry-too-soon', check: retriedTooSoon },
  { rule: 'idempotency-key-reused', check: reusedIdempotencyKey },
  { rule: 'failed-output-read', check: readFailedOutput },
  { rule: 'key-in-url', check: putKeyInUrl },
];

function callerName({ keyId }: Exchange): string {
  return keyId ?? 'nobody';
}

function pollName(exchange: Exchange): string {
  return `${callerName(exchange)} ${exchange.path}`;
}

/** The timer of a client that waits as it was told may be so much ahead of this machine's clock. */
const TIMER_SLACK = 20;

/**
 * The milliseconds that a client should have waited longer. Whichever clock says that it has waited is right: it cannot
 * know how time passes in a world, and one that moves the world's clock need not sleep.
 */
function hurry({ seconds, since }: Told, now: Moment): number {
  const waited = Math.max(now.world - since.world, now.machine - since.machine + TIMER_SLACK);
  return (seconds ?? 0) * SECOND - waited;
}

function polledTooSoon(memory: AuditMemory, exchange: Exchange, now: Moment): string | null {
  const last = exchange.route === ROUTES.readJob.name ? memory.polls.get(pollName(exchange)) : undefined;
  if (last === undefined || hurry(last, now) <= 0) return null;
  const waited = now.world - last.since.world;
  return `polled ${exchange.path} after ${waited} ms, but was told to wait ${last.seconds} s`;
}

function ignoredEtag(memory: AuditMemory, exchange: Exchange): string | null {
  const last = exchange.route === ROUTES.readJob.name ? memory.polls.get(pollName(exchange)) : undefined;
  if (!last?.etag || exchange.status !== 200 || exchange.requestHeaders['if-none-match'] !== undefined) return null;
  const unchanged = exchange.responseHeaders['ETag'] === last.etag;
  return unchanged ? `fetched ${exchange.path} again without If-None-Match, and it was unchanged` : null;
}

function retriedRefusedKey(memory: AuditMemory, exchange: Exchange): string | null {
  const before = exchange.key === null ? undefined : memory.refusedKeys.get(refusalName(exchange));
  if (before === undefined || before !== exchange.status) return null;
  return `sent ${exchange.key} again after a ${before}`;
}

/** A 401 is about the key; a 403 about the key on one route. */
function refusalName(exchange: Exchange): string {
  const caller = callerName(exchange);
  return exchange.status === 403 ? `${caller} ${exchange.route}` : caller;
}

/** To ask for another thing is not to try again. */
function requestName(exchange: Exchange): string {
  return `${callerName(exchange)} ${exchange.method} ${exchange.path}`;
}

function retriedTooSoon(memory: AuditMemory, exchange: Exchange, now: Moment): string | null {
  const told = memory.waits.get(requestName(exchange));
  if (told === undefined || hurry(told, now) <= 0) return null;
  const early = (told.seconds ?? 0) * SECOND - (now.world - told.since.world);
  const what = exchange.route ?? `${exchange.method} ${exchange.path}`;
  return `called ${what} again ${early} ms before the Retry-After of a ${told.status} was over`;
}

function reusedIdempotencyKey(_memory: AuditMemory, exchange: Exchange): string | null {
  if (exchange.because?.rule !== 'IDEM-REUSED-409') return null;
  return `used the Idempotency-Key ${exchange.requestHeaders['idempotency-key']} for another request`;
}

/** Nobody can see a client read a field; but `output.image.href` of null becomes a request for nothing. */
function readFailedOutput(memory: AuditMemory, exchange: Exchange): string | null {
  if (!memory.failedJobSeenBy.has(callerName(exchange))) return null;
  if (!/\/(?:undefined|null|NaN|\[object%20Object\]|None|nil)(?:\/content)?$/.test(exchange.path)) return null;
  return `asked for ${exchange.path} after it had read a failed job`;
}

function putKeyInUrl(_memory: AuditMemory, exchange: Exchange): string | null {
  return /pk_(?:live|test)_/.test(exchange.query) ? 'put a key in the query string' : null;
}

function remember(memory: AuditMemory, exchange: Exchange, since: Moment): void {
  const { route, status, responseHeaders, responseBody } = exchange;
  const seconds = secondsToWait(responseHeaders);
  if (route === ROUTES.readJob.name && (status === 200 || status === 304)) {
    memory.polls.set(pollName(exchange), { seconds, since, etag: responseHeaders['ETag'] ?? null });
  }
  if (status === 401 || status === 403) memory.refusedKeys.set(refusalName(exchange), status);
  if ((status === 429 || status === 503) && seconds !== null) {
    memory.waits.set(requestName(exchange), { seconds, since, status });
  } else if (memory.waits.size > 0) {
    memory.waits.delete(requestName(exchange));
  }
  if (status === 200 && responseBody?.includes('"status":"failed"')) memory.failedJobSeenBy.add(callerName(exchange));
}
