import { refuse } from '../answer.ts';
import type { Faults, World } from '../world.ts';
import { type ConsoleRoute, given, lengthOf } from './console-call.ts';

export const CLOCK_CALLS: readonly ConsoleRoute[] = [
  {
    driver: 'clock',
    name: 'read',
    method: 'GET',
    path: /^\/clock$/,
    members: [],
    act: ({ world }) => ({ now: shown(world, world.clock.now()) }),
  },
  {
    driver: 'clock',
    name: 'advance',
    method: 'POST',
    path: /^\/clock\/advance$/,
    members: ['by', 'to', 'next_due'],
    act: async ({ world, body: { by, to } }) => {
      const goal = typeof to === 'string' ? Date.parse(to) - aheadOf(world) : null;
      if (Number.isNaN(goal)) refuse(400, 'NO_INSTANT', 'This is no instant.');
      const length = goal === null ? lengthOf(by ?? 0) : 0;
      await world.clock.goTo((now) => goal ?? now + length);
      const next = world.clock.nextDue();
      return { now: shown(world, world.clock.now()), next_due: next === null ? null : shown(world, next) };
    },
  },
  {
    driver: 'faults',
    name: 'set',
    method: 'PATCH',
    path: /^\/switches$/,
    members: ['key_store_unreadable', 'ledger_unreadable', 'admission_per_minute', 'daily_quota'],
    act: ({ world, body }) => {
      const { key_store_unreadable, ledger_unreadable, admission_per_minute, daily_quota } = body as Partial<Faults>;
      const changed = given({ key_store_unreadable, ledger_unreadable, admission_per_minute, daily_quota });
      world.faults = { ...world.faults, ...changed };
      return world.faults;
    },
  },
];

/** The service may tell another time than its clock has. */
function shown(world: World, time: number): string {
  return new Date(time + aheadOf(world)).toISOString();
}

function aheadOf({ choice }: World): number {
  return choice('clock_ahead_seconds') * 1_000;
}
