import { createClock } from './clock.ts';
import type { OtherServerOptions } from './options.ts';
import { type Counters, createWorld, keyNamed, type World } from './world.ts';

/** A server with its worlds: one for everybody, and one for each account that has a clock of its own. */
export type House = {
  options: OtherServerOptions;
  common: World;
  /** By the id of the account. */
  own: Map<string, World>;
  counters: Counters;
};

/** Where a clock that stands begins: an hour before the midnight of a day that only some years have. */
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

/** The world that knows a key, else that of everybody. */
export function worldOf({ own, common }: House, secret: string): World {
  return [...own.values()].find((world) => keyNamed(world, secret) !== undefined) ?? common;
}

export function worldsOf({ own, common }: House): World[] {
  return [common, ...own.values()];
}
