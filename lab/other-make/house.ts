import { createClock } from './clock.ts';
import type { OtherServerOptions } from './options.ts';
import { type Counters, createWorld, keyNamed, type World } from './world.ts';

/** A server with its worlds: a common one, and one for each account that has its own clock. */
export type House = {
  options: OtherServerOptions;
  common: World;
  /** By account id. */
  own: Map<string, World>;
  counters: Counters;
};

/** The start of a frozen clock: an hour before the midnight at which a leap day begins. */
const BEGIN = Date.UTC(2028, 1, 28, 22, 57, 13, 250);

export function createHouse(options: OtherServerOptions): House {
  const counters = { made: 0, requests: 0 };
  const clock = createClock(options.clock === 'stands' ? { begin: BEGIN, runs: false } : {});
  return { options, common: createWorld(options, { clock, counters }), own: new Map(), counters };
}

export function openWorld({ options, own, counters }: House, account: string): World {
  const world = createWorld(options, { clock: createClock({ begin: BEGIN, runs: false }), counters });
  own.set(account, world);
  return world;
}

/** The world that knows a key, otherwise the common one. */
export function worldOf({ own, common }: House, secret: string): World {
  return [...own.values()].find((world) => keyNamed(world, secret) !== undefined) ?? common;
}

export function worldsOf({ own, common }: House): World[] {
  return [common, ...own.values()];
}
