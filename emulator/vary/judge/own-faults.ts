import type { Variation } from '../facts.ts';
import type { Seen, SeenExchange } from '../seen.ts';

/**
 * The exchanges, with the faults removed that do not belong to a misfortune: all faults under a lawful variation, and
 * those that the suite injects itself, which the plain run shows by their route and status. How a test reacts to its
 * own faults does not count.
 */
export function withoutOwnFaults(seen: Seen, plain: Seen, kind: Variation['kind']): Seen {
  const own = new Set(plain.exchanges.filter(({ exchange }) => exchange.fault !== null).map(nameOf));
  const exchanges = seen.exchanges.map((one) =>
    one.exchange.fault !== null && (kind !== 'misfortune' || own.has(nameOf(one)))
      ? { ...one, exchange: { ...one.exchange, fault: null } }
      : one,
  );
  return { ...seen, exchanges };
}

function nameOf({ exchange }: SeenExchange): string {
  return `${exchange.route} ${exchange.status}`;
}
