import { secondsToWait } from '../../domain/retry-after.ts';
import { isOn } from '../facts.ts';
import type { Seen, SeenExchange } from '../seen.ts';
import { type Occasion, verdict } from './duty-checks.ts';
import { isLaterTry } from './later-try.ts';

/**
 * Spec 8: the longest wait that a read of a job or a refusal requested, if the client repeated the request. Tests whose
 * client does not really wait write how long it would have waited. A client may wait in steps, so the sum of its waits
 * is compared: it is too small only if the client ignored Retry-After.
 */
export function waitsTooShort({ exchanges, reported }: Seen): Occasion[] {
  if (!reported.reports.has('waits')) return [];
  const asked = exchanges.filter((one) => waitAfter(one) > reported.waited);
  return asked.filter((one) => exchanges.some((other) => isLaterTry(one, other))).map((one) => verdict('broken', one));
}

function waitAfter({ exchange }: SeenExchange): number {
  if (exchange.fault === null && !isOn(exchange, 'readJob')) return 0;
  return secondsToWait(exchange.responseHeaders) ?? 0;
}
