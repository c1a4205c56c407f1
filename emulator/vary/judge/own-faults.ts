import type { Variation } from '../facts.ts';
import type { Seen, SeenExchange } from '../seen.ts';

/**
 * The same without the faults that are no misfortune of the variation: all of a lawful one, and those that the suite injects
 * itself, as the plain run shows by their route and status. What a test does about its own is its own concern.
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
