import { accountRow, type Config, keyRow } from './config.ts';
import { STANDARD_RULES } from './domain/rulebook.ts';
import type { Instant } from './domain/time.ts';
import { type Clock, createClock } from './runtime/clock.ts';
import type { WallClock } from './world/ports.ts';
import { emptyState } from './world/state.ts';
import { nextId, type World } from './world/world.ts';

/** Where virtual time begins unless told otherwise: the same on every run. */
const VIRTUAL_START: Instant = Date.UTC(2026, 0, 1);

/** The world of a configuration, before anything has happened in it. */
export function createDefaultWorld(config: Config, wall: WallClock): { world: World; clock: Clock } {
  const {
    mode = 'auto',
    rate = 1,
    start = mode === 'running' ? 'now' : VIRTUAL_START,
  } = typeof config.clock === 'string' ? { mode: config.clock } : (config.clock ?? {});
  const begin = start === 'now' ? wall.now() : start;
  const world: World = {
    settings: {
      seed: config.seed,
      readings: config.readings,
      stages: config.stages,
      unreadable: { keyStore: config.unreadable.key_store, ledger: config.unreadable.ledger },
    },
    rules: STANDARD_RULES,
    state: emptyState(begin),
    freed: [],
  };
  for (const account of config.accounts) {
    world.state.accounts.set(account.name, accountRow(account));
    for (const key of account.keys) world.state.keys.set(key.secret, keyRow(account.name, key, nextId(world, 'key')));
  }
  return { world, clock: createClock(mode, rate, begin, wall) };
}
