import * as z from 'zod';
import { secondsToWait } from '../retry-after.ts';
import { ROUTES } from '../routes.ts';
import { instant, text } from '../values/shapes.ts';
import { type Instant, SECOND, toIso } from '../values/time.ts';
import type { Exchange } from './exchange.ts';
import { freshPace, noteRequest, type Pace, type Sight, seePace, type Timing } from './pace.ts';
import { refusedRequest } from './refused-request.ts';
import { callerName, firstTryIn, note, noteTry } from './tries.ts';

export const AUDIT_RULES = {
  'poll-too-soon': 'Spec 8: wait as long as Retry-After says before the next poll of a job.',
  'refused-key-retried': 'Spec 7: a request that got a 401 or 403 is not sent again with the same key.',
  'retry-too-soon': 'Spec 7: retry a 429 or 503 after Retry-After, not before.',
  'idempotency-key-reused': 'Spec 4.2: another request needs another Idempotency-Key.',
  'failed-output-read': 'Spec 1: check status before output; a failed job has none.',
  'key-in-url': 'Spec 5.2: a key is never put in a URL.',
  'refused-request': 'Spec 4: send what the specification asks for, or declare the status of the refusal as expected.',
} as const;

export type AuditRule = keyof typeof AUDIT_RULES;

export const AUDIT_RULE_NAMES = Object.keys(AUDIT_RULES) as [AuditRule, ...AuditRule[]];

export const findingShape = () =>
  z
    .strictObject({
      rule: z.enum(AUDIT_RULE_NAMES).describe('the violated rule of the audit'),
      says: text().describe('what the client should do'),
      did: text().describe('what the client did'),
      exchange: z.int().describe('the serial of the exchange in the journal'),
      at: instant().describe('when it was'),
      status: z
        .int()
        .optional()
        .describe('of a refused request, or a reused Idempotency-Key: the status of the refusal'),
    })
    .meta({ title: 'Finding' });

export interface Finding extends z.output<ReturnType<typeof findingShape>> {}

/** Findings that do not count: those of the rules in `ignore`, and refusals with a status in `expect`. */
export type Uncounted = { ignore?: readonly AuditRule[]; expect?: readonly number[] };

export function counts(
  { rule, status }: Pick<Finding, 'rule' | 'status'>,
  { ignore = [], expect = [] }: Uncounted,
): boolean {
  return !ignore.includes(rule) && !(status !== undefined && expect.includes(status));
}

/** The time of a request, on the clock of its World and on the machine's clock. */
type Moment = { world: Instant; machine: number };
/** When an answer was given, by the machine's clock; null if that is not known. */
type Answered = { answered: number | null };
/** `isMeasured`: whether the clock of the World can show how long the client waits from then on. */
type Pause = Answered & { seconds: number | null; since: Moment; isMeasured: boolean };
type Poll = Pause & { hasEnded: boolean };
type Refused = Answered & { status: number };

/** The result for one exchange: the mistakes, and what it shows about the pace of the client. */
export type Audited = { findings: Finding[]; sight: Sight };

export type AuditMemory = {
  polls: Map<string, Poll>;
  refusedKeys: Map<string, Refused>;
  /** The keys that were accepted, and for what. */
  allowed: Map<string, true>;
  waits: Map<string, Pause & Refused>;
  failedJobSeenBy: Set<string>;
  /** By caller. */
  paces: Map<string, Pace>;
};

export function emptyAuditMemory(): AuditMemory {
  return {
    ...{ polls: new Map(), waits: new Map(), paces: new Map() },
    ...{ refusedKeys: new Map(), allowed: new Map(), failedJobSeenBy: new Set() },
  };
}

/** The findings for one more exchange. If they are neither kept nor reported, it is only remembered. */
export function auditExchange(
  memory: AuditMemory,
  exchange: Exchange,
  machine: number,
  timing: Timing | null = null,
  isWanted = true,
): Audited {
  const look = lookAt(memory, exchange, { world: exchange.at, machine }, timing);
  const findings = isWanted ? findingsOf(memory, exchange, look) : [];
  remember(memory, exchange, look);
  return { findings, sight: look.sight };
}

/** The rules about requests that a test may send to see how they are refused. */
const OF_REFUSALS: readonly AuditRule[] = ['refused-request', 'idempotency-key-reused'];

function findingsOf(memory: AuditMemory, exchange: Exchange, look: Look): Finding[] {
  const findings: Finding[] = [];
  for (const { rule, check } of CHECKS) {
    const did = check(memory, exchange, look);
    // If another rule already reports the mistake, its refusal is not reported as a second one.
    if (did !== null && !(rule === 'refused-request' && findings.length > 0))
      findings.push({
        ...{ rule, says: AUDIT_RULES[rule], did, exchange: exchange.serial, at: toIso(exchange.at) },
        ...(OF_REFUSALS.includes(rule) && { status: exchange.status }),
      });
  }
  return findings;
}

/** What several checks need of an exchange, computed once: names are long, and every lookup hashes one. */
type Look = {
  now: Moment;
  /** The name of the poll; null if this is not a poll. */
  poll: string | null;
  last: Poll | undefined;
  sight: Sight;
  answered: number | null;
  isMeasured: boolean;
};

function lookAt(memory: AuditMemory, exchange: Exchange, now: Moment, timing: Timing | null): Look {
  const poll = exchange.route === ROUTES.readJob.name ? `${callerName(exchange)} ${exchange.path}` : null;
  const last = poll === null ? undefined : memory.polls.get(poll);
  const sight = timing === null ? null : sightOf(memory, exchange, now, { isPoll: poll !== null, last }, timing);
  return { now, poll, last, sight, answered: timing?.answered ?? null, isMeasured: isMeasured(timing) };
}

/**
 * Whether a client that waits is seen to wait on the clock of the World. An auto clock waits in its place, but not if
 * it is already waiting for the poll of another job, nor for more than a minute. A frozen clock moves when the client
 * moves it instead of sleeping, but not while an advance waits for a receiver that sends requests itself.
 */
function isMeasured(timing: Timing | null): boolean {
  return timing === null || timing.mode === 'running' || (timing.mode === 'frozen' && !timing.isAdvancing);
}

/** `last` is the previous poll; undefined if there is none, or if this is not a poll. */
function sightOf(
  memory: AuditMemory,
  exchange: Exchange,
  now: Moment,
  { isPoll, last }: { isPoll: boolean; last: Poll | undefined },
  { mode, answered }: Timing,
): Sight {
  if (mode === 'running') return null;
  const caller = callerName(exchange);
  const pace = memory.paces.get(caller) ?? freshPace();
  note(memory.paces, caller, pace);
  const sight =
    last === undefined ? null : seePace(pace, { ...last, world: last.since.world }, mode, now.world, now.machine);
  // Only with an auto clock are polls compared with the time between other requests.
  if (mode === 'auto') noteRequest(pace, isPoll, now.machine, answered);
  return sight;
}

type Check = (memory: AuditMemory, exchange: Exchange, look: Look) => string | null;

const CHECKS: { rule: AuditRule; check: Check }[] = [
  { rule: 'poll-too-soon', check: polledTooSoon },
  { rule: 'refused-key-retried', check: retriedRefusedKey },
  { rule: 'retry-too-soon', check: retriedTooSoon },
  { rule: 'idempotency-key-reused', check: reusedIdempotencyKey },
  { rule: 'failed-output-read', check: readFailedOutput },
  { rule: 'key-in-url', check: putKeyInUrl },
  { rule: 'refused-request', check: (memory, exchange) => refusedRequest(exchange, wasAllowed(memory, exchange)) },
];

/** Tolerance in milliseconds: a client's timer may run ahead of this machine's clock. */
const TIMER_SLACK = 20;

/** How many milliseconds longer a client should have waited, by the clock on which it came closer: one is enough. */
function missingWait(pause: Pause, look: Look): number {
  if (!pause.isMeasured || !look.isMeasured || wasSentBefore(pause, look)) return 0;
  const { seconds, since } = pause;
  const { now } = look;
  const waited = Math.max(now.world - since.world, now.machine - since.machine + TIMER_SLACK);
  return (seconds ?? 0) * SECOND - waited;
}

function polledTooSoon(_memory: AuditMemory, exchange: Exchange, look: Look): string | null {
  const { now, last, sight } = look;
  const isShort = sight?.kind === 'too_short';
  if (last === undefined || (!isShort && missingWait(last, look) <= 0)) return null;
  // A webhook, a list, a cancel or another program may have shown the client that there is nothing left to wait for.
  if (showsEnd(exchange)) return null;
  if (isShort)
    return `polled ${exchange.path} after ${sight.waited} ms in real time, as before, but had to wait ${last.seconds} s`;
  const waited = now.world - last.since.world;
  return `polled ${exchange.path} after ${waited} ms, but had to wait ${last.seconds} s`;
}

function showsEnd({ responseBody }: Exchange): boolean {
  return /"status": ?"(?:succeeded|failed|cancelled)"/.test(responseBody ?? '');
}

/** Whether a request was sent before the answer to another one, so that it cannot have been a reaction to it. */
function wasSentBefore({ answered }: Answered, { now }: Look): boolean {
  return answered !== null && now.machine < answered;
}

function retriedRefusedKey(memory: AuditMemory, exchange: Exchange, look: Look): string | null {
  const before = exchange.key === null ? undefined : firstTryIn(memory.refusedKeys, exchange);
  if (before === undefined || before.status !== exchange.status || wasSentBefore(before, look)) return null;
  return `sent the key ${exchange.key} again after an answer with ${before.status}`;
}

/** Whether the key was accepted before: by a 401 or a 403, the client learns that it is not any more. */
function wasAllowed({ allowed }: AuditMemory, exchange: Exchange): boolean {
  if (exchange.status === 401) return exchange.key !== null && allowed.has(exchange.key);
  return exchange.status === 403 && allowed.has(grantName(exchange));
}

function grantName(exchange: Exchange): string {
  return `${callerName(exchange)} ${exchange.route}`;
}

function retriedTooSoon(memory: AuditMemory, exchange: Exchange, look: Look): string | null {
  const pause = firstTryIn(memory.waits, exchange);
  if (pause === undefined || missingWait(pause, look) <= 0) return null;
  const early = (pause.seconds ?? 0) * SECOND - (look.now.world - pause.since.world);
  const what = exchange.route ?? `${exchange.method} ${exchange.path}`;
  return `called ${what} again ${early} ms before the Retry-After of a ${pause.status} was over`;
}

function reusedIdempotencyKey(_memory: AuditMemory, exchange: Exchange): string | null {
  if (exchange.because?.rule !== 'IDEM-REUSED-409') return null;
  return `used the Idempotency-Key ${exchange.requestHeaders['idempotency-key']} for another request`;
}

/** A client that reads `output.image.href` of a failed job then requests `undefined` or `null`. */
function readFailedOutput(memory: AuditMemory, exchange: Exchange): string | null {
  if (!memory.failedJobSeenBy.has(callerName(exchange))) return null;
  if (!/\/(?:undefined|null|NaN|\[object%20Object\]|None|nil)(?:\/content)?$/.test(exchange.path)) return null;
  return `asked for ${exchange.path} after it had read a failed job`;
}

function putKeyInUrl(_memory: AuditMemory, exchange: Exchange): string | null {
  return /pk_(?:live|test)_/.test(exchange.query) ? 'put a key in the query string' : null;
}

function remember(memory: AuditMemory, exchange: Exchange, look: Look): void {
  const { status, responseHeaders, responseBody } = exchange;
  const { now: since, answered, isMeasured } = look;
  const pause = { seconds: secondsToWait(responseHeaders), since, answered, isMeasured };
  notePoll(memory, exchange, look, pause);
  noteBusy(memory, exchange, look, pause);
  noteTry(memory.refusedKeys, exchange, isRefusalOfKey(exchange) ? { status, answered } : null);
  if (status < 400) noteAllowed(memory, exchange);
  if (status === 200 && responseBody?.includes('"status":"failed"')) memory.failedJobSeenBy.add(callerName(exchange));
}

function notePoll({ polls }: AuditMemory, exchange: Exchange, look: Look, pause: Pause): void {
  const { poll, last } = look;
  const { status } = exchange;
  if (poll === null || (status !== 200 && status !== 304) || (last && wasSentBefore(last, look))) return;
  const hasEnded = status === 304 ? last?.hasEnded === true : showsEnd(exchange);
  // Spec 8: Retry-After counts while a job is queued or running.
  note(polls, poll, { ...pause, seconds: hasEnded ? null : pause.seconds, hasEnded });
}

function noteBusy({ waits }: AuditMemory, exchange: Exchange, look: Look, pause: Pause): void {
  const { status } = exchange;
  const isBusy = (status === 429 || status === 503) && pause.seconds !== null;
  const earlier = isBusy ? firstTryIn(waits, exchange) : undefined;
  if (earlier === undefined || !wasSentBefore(earlier, look))
    noteTry(waits, exchange, isBusy ? { ...pause, status } : null);
}

/** A fault that is not itself the refusal may have kept it from the client, which then tries again. */
function isRefusalOfKey({ status, fault, because }: Exchange): boolean {
  const hasArrived = fault === null || because?.compared['effect'] === 'error';
  return hasArrived && (status === 401 || status === 403);
}

function noteAllowed({ allowed }: AuditMemory, exchange: Exchange): void {
  const { key, route } = exchange;
  // Only the mask of a long key shows which key it is.
  if (key !== null && !key.endsWith('…')) note(allowed, key, true);
  if (route !== null && NEED_SCOPE.has(route)) note(allowed, grantName(exchange), true);
}

/** The routes that need a scope (spec 5.4). */
const NEED_SCOPE: ReadonlySet<string> = new Set(
  Object.values(ROUTES)
    .filter(({ id, submits }) => submits !== null || id === 'cancelJob' || id === 'deleteJob')
    .map(({ name }) => name),
);
