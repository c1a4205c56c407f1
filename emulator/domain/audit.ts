import type { Exchange } from './exchange.ts';
import { SECOND, toIso } from './time.ts';

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

/** What an audit remembers between exchanges. */
export type AuditMemory = {
  polls: Map<string, { at: number; retryAfter: number | null; etag: string | null }>;
  refusedKeys: Map<string, number>;
  waits: Map<string, { until: number; status: number }>;
  failedJobSeenBy: Set<string>;
};

export function emptyAuditMemory(): AuditMemory {
  return { polls: new Map(), refusedKeys: new Map(), waits: new Map(), failedJobSeenBy: new Set() };
}

/** What is wrong with one more exchange, in the light of those before it. */
export function auditExchange(memory: AuditMemory, exchange: Exchange): Finding[] {
  const found: Finding[] = [];
  for (const { rule, check } of CHECKS) {
    const did = check(memory, exchange);
    if (did !== null)
      found.push({ rule, says: AUDIT_RULES[rule], did, exchange: exchange.serial, at: toIso(exchange.at) });
  }
  remember(memory, exchange);
  return found;
}

type Check = (memory: AuditMemory, exchange: Exchange) => string | null;

const CHECKS: { rule: AuditRule; check: Check }[] = [
  { rule: 'poll-too-soon', check: polledTooSoon },
  { rule: 'etag-ignored', check: ignoredEtag },
  { rule: 'refused-key-retried', check: retriedRefusedKey },
  { rule: 'retry-too-soon', check: retriedTooSoon },
  { rule: 'idempotency-key-reused', check: reusedIdempotencyKey },
  { rule: 'failed-output-read', check: readFailedOutput },
  { rule: 'key-in-url', check: putKeyInUrl },
];

const POLL = 'GET /v1/jobs/:id';

function callerName({ keyId }: Exchange): string {
  return keyId ?? 'nobody';
}

function pollName(exchange: Exchange): string {
  return `${callerName(exchange)} ${exchange.path}`;
}

function polledTooSoon(memory: AuditMemory, exchange: Exchange): string | null {
  const last = exchange.route === POLL ? memory.polls.get(pollName(exchange)) : undefined;
  if (last === undefined || last.retryAfter === null) return null;
  const waited = exchange.at - last.at;
  if (waited >= last.retryAfter * SECOND) return null;
  return `polled ${exchange.path} after ${waited} ms, but was told to wait ${last.retryAfter} s`;
}

function ignoredEtag(memory: AuditMemory, exchange: Exchange): string | null {
  const last = exchange.route === POLL ? memory.polls.get(pollName(exchange)) : undefined;
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

function retriedTooSoon(memory: AuditMemory, exchange: Exchange): string | null {
  const wait = memory.waits.get(`${callerName(exchange)} ${exchange.route}`);
  if (wait === undefined || exchange.at >= wait.until) return null;
  return `called ${exchange.route} again ${wait.until - exchange.at} ms before the Retry-After of a ${wait.status} was over`;
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

function remember(memory: AuditMemory, exchange: Exchange): void {
  const { at, route, status, responseHeaders, responseBody } = exchange;
  const retryAfter = responseHeaders['Retry-After'] === undefined ? null : Number(responseHeaders['Retry-After']);
  if (route === POLL && (status === 200 || status === 304)) {
    memory.polls.set(pollName(exchange), { at, retryAfter, etag: responseHeaders['ETag'] ?? null });
  }
  if (status === 401 || status === 403) memory.refusedKeys.set(refusalName(exchange), status);
  if ((status === 429 || status === 503) && retryAfter !== null) {
    memory.waits.set(`${callerName(exchange)} ${route}`, { until: at + retryAfter * SECOND, status });
  } else if (memory.waits.size > 0) {
    memory.waits.delete(`${callerName(exchange)} ${route}`);
  }
  if (status === 200 && responseBody?.includes('"status":"failed"')) memory.failedJobSeenBy.add(callerName(exchange));
}
