import { type Line, spaced } from '../../../shared/report/lines.ts';
import { maskKeysIn } from '../../domain/test-control/exchange.ts';
import type { LogEvent } from '../../domain/test-control/log-event.ts';
import { toIso } from '../../domain/values/time.ts';
import { beginning, pushWorld, shortened } from './exchange-line.ts';

export type AttemptEvent = Extract<LogEvent, { kind: 'attempt' }>;

const LONGEST_URL = 200;

/** One line of an attempt to deliver an event: what the receiver answered, and what comes of it. */
export function attemptLine({ world, attempt, delivery, event, endpoint, next }: AttemptEvent): Line {
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

/** An address without what lets somebody in there: what stands before its host and behind its path. */
export function shownUrl(url: string): string {
  if (!URL.canParse(url)) return maskKeysIn(url);
  const { protocol, host, pathname, search } = new URL(url);
  return maskKeysIn(`${protocol}//${host}${pathname}${search === '' ? '' : '?…'}`);
}
