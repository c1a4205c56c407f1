import type { Seen, SeenExchange } from '../seen.ts';
import { exchangeLine } from './proof.ts';

const SHOWN = 4;

/**
 * What the client did when it met the variation: from the first request that met a fault, or the last that it made as in the
 * plain run and the first that it did not.
 */
export function momentIn(seen: Seen, plain: Seen): string[] {
  const hit = seen.exchanges.findIndex(({ exchange }) => exchange.fault !== null);
  if (hit >= 0) return sameWorld(seen.exchanges.slice(hit)).slice(0, SHOWN).map(exchangeLine);
  const parted = worldsOf(seen)
    .map((world) => partingIn(inWorld(seen, world), inWorld(plain, world)))
    .find((lines) => lines.length > 0);
  return parted ?? lastOf(seen);
}

function partingIn(varied: readonly SeenExchange[], plain: readonly SeenExchange[]): string[] {
  const at = plain.findIndex((one, index) => nameOf(one) !== nameOf(varied[index]));
  if (at < 0 && varied.length <= plain.length) return [];
  const parting = at < 0 ? plain.length : at;
  const lines = varied.slice(Math.max(0, parting - 1), parting + 2).map(exchangeLine);
  return varied.length > parting || parting === 0
    ? lines
    : [...lines, `and did not go on to ${nameOf(plain[parting])}`];
}

function lastOf({ exchanges }: Seen): string[] {
  return exchanges.slice(-2).map(exchangeLine);
}

function sameWorld(exchanges: readonly SeenExchange[]): readonly SeenExchange[] {
  const [first] = exchanges;
  return exchanges.filter(({ world, emulator }) => world === first?.world && emulator === first.emulator);
}

function worldsOf({ exchanges }: Seen): string[] {
  return [...new Set(exchanges.map(({ world }) => world))];
}

function inWorld({ exchanges }: Seen, name: string): SeenExchange[] {
  return exchanges.filter(({ world }) => world === name);
}

function nameOf(one: SeenExchange | undefined): string {
  return one === undefined ? '' : (one.exchange.route ?? `${one.exchange.method} ${one.exchange.path}`);
}
