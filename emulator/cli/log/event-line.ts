import { counted } from '../../../shared/counted.ts';
import { paintLine } from '../../../shared/report/lines.ts';
import type { LogEvent } from '../../domain/test-control/log-event.ts';
import { toIso } from '../../domain/values/time.ts';
import { type AttemptEvent, attemptLine, shownUrl } from './attempt-line.ts';
import { codeOf, exchangeLine } from './exchange-line.ts';

type ExchangeEvent = Extract<LogEvent, { kind: 'exchange' }>;

/** How a log tells of something: in a line of text, or of JSON. */
export type LogForm = { lineOf(event: LogEvent): string; leftOut(count: number): string };

export function textForm(color: boolean): LogForm {
  return {
    lineOf: (event) => paintLine(event.kind === 'attempt' ? attemptLine(event) : exchangeLine(shownOf(event)), color),
    leftOut: (count) =>
      paintLine([['warn', `${counted(count, 'line')} left out: more happened than could be written`]], color),
  };
}

export const jsonForm: LogForm = {
  lineOf: (event) => JSON.stringify(event.kind === 'attempt' ? attemptRecord(event) : exchangeRecord(event)),
  leftOut: (lines) => JSON.stringify({ kind: 'left_out', lines }),
};

function shownOf({ world, exchange, took, findings }: ExchangeEvent) {
  // The line of a refusal has its reason already.
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
