import { refuse } from '../answer.ts';
import type { Faults, World } from '../world.ts';
import { type ConsoleCall, type ConsoleRoute, type Fields, given, lengthOf, route } from './console-call.ts';

const FAULTS = ['key_store_unreadable', 'ledger_unreadable', 'admission_per_minute', 'daily_quota'];

export const CLOCK_CALLS: readonly ConsoleRoute[] = [
  route('clock.read', 'GET /clock', ({ world }) => ({ now: shown(world, world.clock.now()) })),
  route('clock.advance', 'POST /clock/advance', advance, ['by', 'to', 'next_due']),
  route('faults.set', 'PATCH /switches', setFaults, FAULTS),
];

async function advance({ world, body: { by, to } }: ConsoleCall): Promise<Fields> {
  const goal = typeof to === 'string' ? Date.parse(to) - aheadOf(world) : null;
  if (Number.isNaN(goal)) refuse(400, 'NO_INSTANT', 'This is no instant.');
  const length = goal === null ? lengthOf(by ?? 0) : 0;
  await world.clock.goTo((now) => goal ?? now + length);
  const next = world.clock.nextDue();
  return { now: shown(world, world.clock.now()), next_due: next === null ? null : shown(world, next) };
}

function setFaults({ world, body }: ConsoleCall): Faults {
  const known = Object.fromEntries(FAULTS.map((name) => [name, body[name]]));
  world.faults = { ...world.faults, ...given(known) };
  return world.faults;
}

/** The service may be ahead of its clock. */
function shown(world: World, time: number): string {
  return new Date(time + aheadOf(world)).toISOString();
}

function aheadOf({ choice }: World): number {
  return choice('clock_ahead_seconds') * 1_000;
}
