import { counted } from '../../../shared/counted.ts';
import { jsonIn } from '../../../shared/json-in.ts';
import { comparedParts } from '../../../shared/report/compared-text.ts';
import { type Line, paintLine, type Span, spaced, type Tone } from '../../../shared/report/lines.ts';
import type { Because } from '../../domain/errors.ts';
import { DEFAULT_WORLD } from '../../domain/test-control/default-world.ts';
import { type Exchange, maskKeysIn } from '../../domain/test-control/exchange.ts';
import type { LogEvent } from '../../domain/test-control/log-event.ts';
import { toIso } from '../../domain/values/time.ts';

type ExchangeEvent = Extract<LogEvent, { kind: 'exchange' }>;

/** How a log prints an event: as a line of text or of JSON. */
export type LogForm = { lineOf(event: LogEvent): string; leftOut(count: number): string };

export function textForm(color: boolean): LogForm {
  return {
    lineOf: (event) => paintLine(event.kind === 'attempt' ? attemptLine(event) : exchangeLine(shownOf(event)), color),
    leftOut: (count) => paintLine([['warn', `${counted(count, 'line')} dropped: output fell behind`]], color),
  };
}

export const jsonForm: LogForm = {
  lineOf: (event) => JSON.stringify(event.kind === 'attempt' ? attemptRecord(event) : exchangeRecord(event)),
  leftOut: (lines) => JSON.stringify({ kind: 'left_out', lines }),
};

function shownOf({ world, exchange, took, findings }: ExchangeEvent) {
  // The line of a refusal already contains its reason.
  const wrong = findings.filter(({ rule }) => rule !== 'refused-request');
  return { at: toIso(exchange.at), world, exchange, took, wrong };
}

function exchangeRecord({ kind, world, exchange, took, findings }: ExchangeEvent) {
  const { serial, at, route, method, path, query, key, keyId, status, requestId, because, fault } = exchange;
  return {
    kind,
    at: toIso(at),
    world,
    serial,
    method,
    path,
    query,
    route,
    status,
    ms: took,
    key,
    key_id: keyId,
    request_id: requestId,
    code: codeOf(exchange),
    because,
    fault,
    findings: findings.map(({ rule, did }) => ({ rule, did })),
  };
}

function attemptRecord({ kind, world, attempt, delivery, event, endpoint, next }: AttemptEvent) {
  const { at, number, status, failure, took } = attempt;
  return {
    kind,
    at: toIso(at),
    world,
    delivery: delivery.id,
    endpoint: endpoint.id,
    url: shownUrl(endpoint.url),
    event: { id: event.id, type: event.type, job: event.job },
    attempt: number,
    status,
    failure,
    ms: took,
    state: delivery.state,
    next_attempt_at: next === null ? null : toIso(next),
  };
}

type AttemptEvent = Extract<LogEvent, { kind: 'attempt' }>;

const LONGEST_URL = 200;

function attemptLine({ world, attempt, delivery, event, endpoint, next }: AttemptEvent): Line {
  const { at, number, status, failure, took } = attempt;
  const spans = beginning(toIso(at), status, 'webhook');
  spans.push(['plain', shortened(shownUrl(endpoint.url), LONGEST_URL)], ['dim', `${took} ms`]);
  pushWorld(spans, world);
  spans.push(['plain', event.job === null ? event.type : `${event.type} ${event.job}`], ['plain', `attempt ${number}`]);
  if (failure !== null) spans.push(['bad', failure]);
  const then = next === null ? delivery.state : `next ${toIso(next)}`;
  spans.push([delivery.state === 'delivered' ? 'plain' : 'warn', then]);
  return spaced(spans);
}

/** An address without user, password and query. */
function shownUrl(url: string): string {
  if (!URL.canParse(url)) return maskKeysIn(url);
  const { protocol, host, pathname, search } = new URL(url);
  return maskKeysIn(`${protocol}//${host}${pathname}${search === '' ? '' : '?…'}`);
}

type ShownExchange = {
  at: string;
  /** Null if there is only one world to show. */
  world: string | null;
  exchange: Pick<Exchange, 'method' | 'path' | 'query' | 'status' | 'responseBody' | 'because' | 'fault'>;
  /** Real milliseconds; null if unknown. */
  took: number | null;
  wrong: readonly { rule: string; did: string }[];
};

const METHOD_WIDTH = 7;
const LONGEST_PATH = 300;
const LONGEST_REASON = 200;

/** One line about an exchange. It is kept short, because clients determine most of its content. */
export function exchangeLine({ at, world, exchange, took, wrong }: ShownExchange): Line {
  const { method, path, query, status, fault, because } = exchange;
  const code = codeOf(exchange);
  const spans = beginning(at, status, method);
  spans.push(['plain', shortened(query === '' ? path : `${path}?${query}`, LONGEST_PATH)]);
  if (took !== null) spans.push(['dim', `${took} ms`]);
  pushWorld(spans, world);
  if (code !== null) spans.push(['plain', shortened(code, LONGEST_REASON)]);
  if (because !== null) pushReason(spans, because);
  // If the fault itself is the reason, it is already shown.
  if (fault !== null && because?.compared['fault'] !== fault) spans.push(['warn', `fault ${fault}`]);
  for (const { rule, did } of wrong) spans.push(['warn', shortened(`! ${rule}: ${did}`, LONGEST_REASON)]);
  return spaced(spans);
}

/** The beginning of every line; dashes if there is no status. */
function beginning(at: string, status: number | null, what: string): Span[] {
  const answer: Span = status === null ? ['bad', '---'] : [toneOf(status), String(status)];
  return [['dim', at], answer, ['plain', shortened(what, LONGEST_REASON).padEnd(METHOD_WIDTH)]];
}

/** Names every world except the default one. */
function pushWorld(spans: Span[], world: string | null): void {
  if (world !== null && world !== DEFAULT_WORLD) spans.push(['info', `world ${world}`]);
}

function shortened(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function toneOf(status: number): Tone {
  if (status < 300) return 'good';
  if (status < 400) return 'info';
  return status < 500 ? 'warn' : 'bad';
}

/** The rule behind a refusal, and what was compared, which the answer does not contain. */
function pushReason(spans: Span[], { rule, section, compared }: Because): void {
  spans.push(['plain', section === '-' ? rule : `${rule} (spec ${section})`]);
  const parts = comparedParts(compared);
  if (parts.length > 0) spans.push(['dim', shortened(parts.join(', '), LONGEST_REASON)]);
}

function codeOf({ responseBody, because }: Pick<Exchange, 'responseBody' | 'because'>): string | null {
  if (because === null || responseBody === null) return null;
  const answer = jsonIn(responseBody) as { error?: { code?: unknown } } | null | undefined;
  return typeof answer?.error?.code === 'string' ? answer.error.code : null;
}
