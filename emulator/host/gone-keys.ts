import { ControlRefusal } from '../domain/test-control/control-refusal.ts';
import { maskKey } from '../domain/test-control/exchange.ts';
import { BadInput } from '../domain/values/bad-input.ts';
import type { WorldHost } from '../runtime/world-host.ts';

/** Refuses a call that was meant for another world, since it must not change the default one. */
export function noWorldWith(secret = '', goneKeys: GoneKeys): string {
  const gone = goneKeys.worldOf(secret);
  const what = gone === undefined ? 'no world has the key' : `the world ${gone} was removed, and with it the key`;
  return `${what} ${maskKey(secret)} in X-API-Key: send the key of a world, or no key for the default world`;
}

/** A hint for tests that run at the same time, each with a world with the same options. */
const MADE_KEYS = ': another world has it. Remove secret, and each world gets its own, listed in keys';

export function refuseTaken(name: string, secret: string | undefined): Error {
  if (secret === undefined) return new ControlRefusal(409, `the world ${name} already exists`);
  return new BadInput(`The world ${name}`, [
    { path: 'accounts', problem: `the key ${secret} already exists${MADE_KEYS}` },
  ]);
}

const MOST_KEYS = 10_000;

/** The most recent keys of removed worlds: a caller that still uses one is informed which world it belonged to. */
export type GoneKeys = { add(host: WorldHost): void; worldOf(secret: string): string | undefined };

export function createGoneKeys(): GoneKeys {
  const worlds = new Map<string, string>();
  return {
    add: ({ name, world }) => {
      for (const secret of world.state.keys.keys()) {
        // Moved to the end: the first one was removed the longest time ago.
        worlds.delete(secret);
        worlds.set(secret, name);
      }
      for (const secret of worlds.keys()) {
        if (worlds.size <= MOST_KEYS) break;
        worlds.delete(secret);
      }
    },
    worldOf: (secret) => worlds.get(secret),
  };
}
