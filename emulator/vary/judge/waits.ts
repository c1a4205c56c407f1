import { secondsToWait } from '../../domain/retry-after.ts';
import { isOn } from '../facts.ts';
import type { Seen } from '../seen.ts';
import { type Occasion, verdict } from './duty-checks.ts';
import { isEndShown } from './jobs-seen.ts';
import { isLaterTry } from './later-try.ts';

/**
 * Spec 8: the longest wait that a read of an unfinished job or a refusal requested, if the client repeated the request.
 * Tests whose client does not really wait write how long it would have waited. A client may wait in steps, so the sum
 * of its waits is compared: it is too small only if the client ignored Retry-After.
 */
export function waitsTooShort(seen: Seen): Occasion[] {
  const { exchanges, reported } = seen;
  if (!reported.reports.has('waits')) return [];
  return exchanges
    .filter(({ exchange }) => (secondsToWait(exchange.responseHeaders) ?? 0) > reported.waited)
    .filter((one) => one.exchange.fault !== null || (isOn(one.exchange, 'readJob') && !isEndShown(one, seen)))
    .filter((one) => exchanges.some((other) => isLaterTry(one, other)))
    .map((one) => verdict('broken', one));
}
