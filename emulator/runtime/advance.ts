import { noRoomIn } from '../domain/memory/no-room.ts';
import { ControlRefusal } from '../domain/test-control/control-refusal.ts';
import { clockProblem, type Instant, LAST_INSTANT } from '../domain/values/time.ts';
import { passSome, passTime } from '../world/commands.ts';
import type { Timer } from '../world/state.ts';
import { isDueBy, nextTimer, nextWorkDue } from '../world/timers.ts';
import type { World } from '../world/world.ts';
import { type Advanced, AdvanceFailed, reportOf } from './advance-report.ts';
import { answersRead, arePending, effectsSettled, picturesMade, retryEffects } from './effects.ts';
import {
  type Advance,
  afterwards,
  doDueWork,
  goOn,
  notePassed,
  nowIn,
  SLICE,
  setAlarm,
  type WorldHost,
} from './world-host.ts';

/** The target of an advance of the clock. */
export type Target = Instant | 'idle';

/** A target, or a function of the instant at which the advance begins. */
export type Goal = Target | ((now: Instant) => Target);

/**
 * Lets time pass to an instant, or until no work is pending, and resolves when everything has settled. Throws
 * `AdvanceFailed` if something goes wrong.
 */
export async function advanceTo(host: WorldHost, goal: Goal): Promise<Advanced> {
  const advanced = await letPass(host, goal);
  await answersRead(host.effects);
  return advanced;
}

/** The same, but without waiting for the rest of answers whose head has decided the attempt; it changes nothing. */
async function letPass(host: WorldHost, goal: Goal): Promise<Advanced> {
  if (host.closed) throw new Error('the emulator is closed: its clock stands still');
  const asked = host.epoch;
  let from: Instant;
  for (;;) {
    while (host.advancing !== null) await host.advancing.over;
    from = nowIn(host);
    if (!host.isBehind || host.closed) break;
    // Work that is already due is done first.
    await host.ports.wall.turn();
    goOn(host);
  }
  // The world was restored while this call waited for another advance, so it does not apply to the current time.
  if (host.epoch !== asked) return { from, now: from, fired: [], nextDue: nextTimer(host.world)?.due ?? null };
  return pass(host, typeof goal === 'function' ? goal(from) : goal);
}

/** Resolves when everything that is due at the current instant is done, with all its effects. */
export async function settle(host: WorldHost): Promise<void> {
  await advanceTo(host, nowIn(host));
}

/** Whether work is due at the current instant of a clock that stands still; it can only be work that takes no time. */
export function isWorkDue({ world, clock, advancing }: WorldHost): boolean {
  if (advancing !== null || clock.settings().mode === 'running') return false;
  return isDueBy(world, world.state.now);
}

/**
 * Does work that takes no time, including pictures, without waiting for receivers: they may be sending requests
 * themselves.
 */
export async function doInstant(host: WorldHost): Promise<void> {
  while (isWorkDue(host)) {
    const { now } = host.world.state;
    doDueWork(host);
    await picturesMade(host.effects);
    if (host.stuck !== null || host.world.state.now !== now) return;
  }
}

/**
 * In `auto`, waits on behalf of the caller: moves the clock by the time that an answer asks to wait. Callers that come
 * while the clock waits for another one wait together with it. If there is no memory for the resulting work, time
 * stands still.
 */
export async function waitOut(host: WorldHost, seconds: number): Promise<void> {
  const { world, epoch } = host;
  if (host.clock.settings().mode !== 'auto') return;
  const target = seconds > 0 ? world.state.now + seconds * 1_000 : nextWorkDue(world);
  if (target === null) return;
  if (host.advancing !== null) await turnOf(host);
  // If it still waits, a receiver may be sending this request, and it ends only after the answer.
  if (host.advancing !== null || host.epoch !== epoch || target <= world.state.now) return;
  await letPass(host, Math.min(target, LAST_INSTANT)).catch((error: unknown) => {
    if (noRoomIn(error) === null) throw error;
  });
}

/** Resolves when an advance has had time to end, unless it waits for a receiver. */
async function turnOf({ effects, ports: { wall } }: WorldHost): Promise<void> {
  await picturesMade(effects);
  await wall.turn();
}

async function pass(host: WorldHost, target: Target): Promise<Advanced> {
  const { world, clock, troubles } = host;
  requireReachable(target === 'idle' ? nextWorkDue(world) : target);
  const advance = beginAdvance();
  host.advancing = advance;
  const from = world.state.now;
  const toDate = () => ({ from, now: world.state.now, fired: advance.fired, nextDue: nextTimer(world)?.due ?? null });
  try {
    await passSettled(host, advance, target);
    return toDate();
  } catch (error) {
    throw new AdvanceFailed(reportOf(toDate()), error);
  } finally {
    host.advancing = null;
    advance.end();
    troubles.contain(() => clock.change({}, world.state.now));
    troubles.contain(() => notePassed(host));
    troubles.contain(() => setAlarm(host));
  }
}

function beginAdvance(): Advance {
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { fired: [], faults: [], reached: null, over, end };
}

/** Lets time pass. The effects of an instant are done and their results applied before time continues. */
async function passSettled(host: WorldHost, { fired, faults }: Advance, target: Target): Promise<void> {
  const { world, effects, epoch } = host;
  const turns = takeTurns(host, fired);
  // If the world is restored or closed meanwhile, the remaining time does not apply to it any more.
  const isOver = () => host.closed || host.epoch !== epoch;
  const follow = () => {
    if (!isOver()) afterwards(host);
  };
  retryEffects(effects);
  for (;;) {
    const due = arePending(effects) ? await nextInstant(host, target) : pendingInstant(world, target);
    if (isOver()) return;
    if (faults[0] !== undefined) throw faults[0];
    if (due === null) break;
    requireReachable(due);
    try {
      while (!isOver() && !passSome(world, due, fired, turns.left())) await turns.next();
    } finally {
      follow();
    }
  }
  if (target !== 'idle') passTime(world, target, fired);
}

function requireReachable(instant: Instant | null): void {
  const problem = instant === null ? null : clockProblem(instant);
  if (problem !== null) throw new ControlRefusal(409, `what is under way falls due at an instant that ${problem}`);
}

/** Lets other work of the process run after each slice, even if all work is due at one instant. */
function takeTurns({ ports: { wall } }: WorldHost, fired: readonly Timer[]) {
  let end = SLICE;
  return {
    left: () => end - fired.length,
    next: async () => {
      await wall.turn();
      end = fired.length + SLICE;
    },
  };
}

/** The next instant before the target at which work is due; null if there is none. */
function pendingInstant(world: World, target: Target): Instant | null {
  const limit = target === 'idle' ? nextWorkDue(world) : target;
  const due = nextTimer(world)?.due;
  return limit === null || due === undefined || due > limit ? null : due;
}

/** The same, once no pending effect can create work that is due earlier. */
async function nextInstant({ world, effects }: WorldHost, target: Target): Promise<Instant | null> {
  let next = pendingInstant(world, target);
  while (arePending(effects)) {
    await effectsSettled(effects, next);
    const before = next;
    next = pendingInstant(world, target);
    if (next !== null && next === before) break;
  }
  return next;
}
