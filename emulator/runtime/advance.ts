import type { Instant } from '../domain/time.ts';
import { passTime } from '../world/commands.ts';
import type { Timer } from '../world/state.ts';
import { nextTimer, nextWorkDue } from '../world/timers.ts';
import type { WorkFailed } from '../world/work-failed.ts';
import type { World } from '../world/world.ts';
import type { EffectRunner } from './effects.ts';

/** Where to let time pass to. */
export type Target = Instant | 'idle';

/** An advance that is under way. */
export type Advance = {
  /** What has fired so far. */
  fired: Timer[];
  /** What went wrong with effects so far. */
  faults: WorkFailed[];
  /** Resolves when it has ended, however it ended. */
  over: Promise<void>;
  end(): void;
};

export function beginAdvance(): Advance {
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { fired: [], faults: [], over, end };
}

/** What the passing of time asks of the host of a World. */
export type Passing = {
  world: World;
  effects: EffectRunner;
  /** Whether what is left to pass is not this world's time any more. */
  isOver(): boolean;
  /** Begins what came of the work of an instant. */
  afterwards(): void;
};

/** Lets time pass. Effects of an instant are done and their results applied before time moves on. */
export async function passSettled(passing: Passing, { fired, faults }: Advance, target: Target): Promise<void> {
  const { world, effects, isOver, afterwards } = passing;
  effects.retry();
  for (;;) {
    const due = effects.pending() ? await nextInstant(passing, target) : pendingInstant(world, target);
    if (isOver()) return;
    if (faults[0] !== undefined) throw faults[0];
    if (due === null) break;
    try {
      passTime(world, due, fired);
    } finally {
      afterwards();
    }
  }
  if (target !== 'idle') passTime(world, target, fired);
}

/** The next instant at which something is to be done on the way to the target; null is none. */
function pendingInstant(world: World, target: Target): Instant | null {
  const limit = target === 'idle' ? nextWorkDue(world) : target;
  const due = nextTimer(world)?.due;
  return limit === null || due === undefined || due > limit ? null : due;
}

/** The same, when nothing that is under way can bring work that is due sooner. */
async function nextInstant({ world, effects }: Passing, target: Target): Promise<Instant | null> {
  let next = pendingInstant(world, target);
  while (effects.pending()) {
    await (next === null ? effects.settled() : effects.settledFor(next));
    const before = next;
    next = pendingInstant(world, target);
    if (next !== null && next === before) break;
  }
  return next;
}
