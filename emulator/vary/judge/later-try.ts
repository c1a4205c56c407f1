import { secondsToWait } from '../../domain/retry-after.ts';
import { isSubmit } from '../facts.ts';
import type { Seen, SeenExchange } from '../seen.ts';
import { type Proof, proofOf } from './proof.ts';

/** Spec 7: a 429 and a 503 are tried again after Retry-After. Those of the suite's own making are its own concern. */
export function judgeLaterTry({ exchanges }: Seen): Proof[] {
  const given = exchanges
    .filter(({ exchange }) => exchange.fault !== null && (exchange.status === 503 || exchange.status === 429))
    .filter(({ exchange }) => secondsToWait(exchange.responseHeaders) !== null)
    .filter((one) => !exchanges.some((other) => isLaterTry(one, other)));
  const says = 'it never tried again what was answered with 503 or 429 and a Retry-After';
  return proofOf(
    'no-later-try',
    '7',
    says,
    given.map((one) => [one]),
  );
}

function isLaterTry(one: SeenExchange, other: SeenExchange): boolean {
  const [a, b] = [one.exchange, other.exchange];
  if (
    other.emulator !== one.emulator ||
    other.world !== one.world ||
    other.place <= one.place ||
    a.keyId !== b.keyId ||
    a.method !== b.method
  )
    return false;
  if (isSubmit(a)) return a.route === b.route && a.requestBody === b.requestBody;
  return a.path === b.path;
}
