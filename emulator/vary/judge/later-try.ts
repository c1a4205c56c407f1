import { secondsToWait } from '../../domain/retry-after.ts';
import { isOn, isSubmit } from '../facts.ts';
import type { Seen, SeenExchange } from '../seen.ts';
import { keyOf, keysIn, repeatsItself } from './intents.ts';
import { isEndKnown, isSameWorld } from './jobs-seen.ts';
import { type Proof, proofOf } from './proof.ts';

/**
 * Spec 7: a 429 and a 503 are retried after Retry-After. Errors that the suite injects itself do not count. A new order
 * is not a retry: if the plain run submits the same with several keys, only more keys than there prove one. A client
 * may give up after some tries, and need not read a job whose end it knows.
 */
export function judgeLaterTry(seen: Seen, plain: Seen): Proof[] {
  const isOrderOfItsOwn = repeatsItself(plain) && keysIn(seen) <= keysIn(plain);
  const isAgain = (one: SeenExchange, other: SeenExchange) =>
    isLaterTry(one, other) && !(isOrderOfItsOwn && keyOf(one.exchange) !== keyOf(other.exchange));
  const given = seen.exchanges
    .filter(({ exchange }) => exchange.fault !== null && (exchange.status === 503 || exchange.status === 429))
    .filter(({ exchange }) => secondsToWait(exchange.responseHeaders) !== null);
  const left = given
    .filter((one) => !seen.exchanges.some((other) => isAgain(one, other)))
    .filter((one) => !given.some((earlier) => isAgain(earlier, one)))
    .filter((one) => !isOn(one.exchange, 'readJob') || !isEndKnown(one, seen));
  const says = 'it never tried again what was answered with 503 or 429 and a Retry-After';
  return proofOf(
    'no-later-try',
    '7',
    says,
    left.map((one) => [one]),
  );
}

/** Whether a request is repeated, with its key or, if it is a submission, with the same body. */
export function isLaterTry(one: SeenExchange, other: SeenExchange): boolean {
  const [a, b] = [one.exchange, other.exchange];
  if (!isSameWorld(one, other) || other.place <= one.place || a.keyId !== b.keyId || a.method !== b.method)
    return false;
  if (!isSubmit(a)) return a.path === b.path;
  return a.route === b.route && (a.requestBody === b.requestBody || keyOf(a) === keyOf(b));
}
