import type { Seen, SeenExchange } from '../seen.ts';
import { exchangeLine } from './proof.ts';

const SHOWN = 4;

/** What the client did at the variation: from the first fault, or the last request as in the plain run. */
export function momentIn(seen: Seen, plain: Seen): string[] {
  const hit = seen.exchanges.findIndex(({ exchange }) => exchange.fault !== null);
  if (hit >= 0) return sameWorld(seen.exchanges.slice(hit)).slice(0, SHOWN).map(exchangeLine);
  const parted = worldsOf(seen)
    .map((world) => partingIn(inWorld(seen, world), inWorld(plain, world)))
    .find((lines) => lines.length > 0);
  return parted ?? seen.exchanges.slice(-2).map(exchangeLine);
}

/** The exchanges of a world up to the first difference from the plain run; none if there is no difference. */
export function sharedWith(seen: Seen, plain: Seen): readonly SeenExchange[] {
  for (const world of worldsOf(seen)) {
    const varied = inWorld(seen, world);
    const at = partingAt(varied, inWorld(plain, world));
    if (at !== null && at > 0) return varied.slice(0, at);
  }
  return [];
}

function partingIn(varied: readonly SeenExchange[], plain: readonly SeenExchange[]): string[] {
  const parting = partingAt(varied, plain);
  if (parting === null) return [];
  const lines = varied.slice(Math.max(0, parting - 1), parting + 2).map(exchangeLine);
  return varied.length > parting || parting === 0
    ? lines
    : [...lines, `and did not go on to ${nameOf(plain[parting])}`];
}

/** The index of the first exchange that differs from the plain run. */
function partingAt(varied: readonly SeenExchange[], plain: readonly SeenExchange[]): number | null {
  const at = plain.findIndex((one, index) => nameOf(one) !== nameOf(varied[index]));
  if (at < 0 && varied.length <= plain.length) return null;
  return at < 0 ? plain.length : at;
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
