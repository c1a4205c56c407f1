import type { Instant } from '../domain/time.ts';
import {
  type Arguments,
  type Command,
  execute,
  fireNext,
  passTime,
  type Result,
  type Verb,
} from '../world/commands.ts';
import type { BlobStore, Images, WallClock } from '../world/ports.ts';
import type { Timer } from '../world/state.ts';
import { nextTimer } from '../world/timers.ts';
import type { World } from '../world/world.ts';
import type { Clock } from './clock.ts';
import { createEffectRunner } from './effects.ts';

/** What an advance of the clock did. */
export type Advanced = { now: Instant; fired: Timer[]; nextDue: Instant | null };

/**
 * A World in time: brings its clock up to date before each request, makes changes, has effects done, and lets time pass
 * on demand. All that is asynchronous about a World is here.
 */
export type WorldHost = {
  readonly world: World;
  readonly clock: Clock;
  /** Brings the world up to date and gives its present instant. */
  now(): Instant;
  execute<Name extends Verb>(verb: Name, args: Arguments<Name>): Result<Name>;
  /** Lets time pass to an instant and does all work that falls due, in order; resolves when all of it has settled. */
  advanceTo(target: Instant): Promise<Advanced>;
  /** In `auto`, what the caller's patience does: moves the clock as far as it was told to wait. */
  waited(seconds: number): Promise<void>;
  close(): Promise<void>;
};

export type HostPorts = {
  blobs: BlobStore;
  images: Images;
  wall: WallClock;
  /** Whether any world still needs these bytes. */
  isBlobUsed(digest: string): boolean;
  /** Told of every change, for a journal that can be replayed. */
  onCommand?: (command: Command) => void;
};

export function hostWorld(world: World, clock: Clock, ports: HostPorts): WorldHost {
  const effects = createEffectRunner(world, ports, (serial, result) => {
    perform('processed', { effect: serial, result });
  });
  let advancing: Promise<unknown> | null = null;
  let alarm: { at: Instant; cancel(): void } | null = null;
  let closed = false;

  function now(): Instant {
    const target = advancing === null ? clock.target() : null;
    if (target !== null && target > world.state.now) {
      passTime(world, target);
      afterwards();
    }
    return world.state.now;
  }

  function perform<Name extends Verb>(verb: Name, args: Arguments<Name>): Result<Name> {
    const at = now();
    ports.onCommand?.({ at, verb, with: args } as Command);
    try {
      return execute(world, at, verb, args);
    } finally {
      afterwards();
    }
  }

  function afterwards(): void {
    effects.start();
    forgetFreedBlobs();
    setAlarm();
  }

  function forgetFreedBlobs(): void {
    for (const digest of world.freed) if (!ports.isBlobUsed(digest)) ports.blobs.delete(digest);
    world.freed = [];
  }

  /** In `running`, work happens when it is due, not when somebody next looks. */
  function setAlarm(): void {
    const due = closed || advancing !== null ? undefined : nextTimer(world)?.due;
    if (due === alarm?.at) return;
    alarm?.cancel();
    const wallTime = due === undefined ? null : clock.wallTimeOf(due);
    alarm = due === undefined || wallTime === null ? null : { at: due, ...ports.wall.callAt(wallTime, onAlarm) };
  }

  function onAlarm(): void {
    alarm = null;
    now();
    setAlarm();
  }

  async function advanceTo(target: Instant): Promise<Advanced> {
    while (advancing !== null) await advancing;
    now();
    const passing = passSettled(target);
    advancing = passing;
    try {
      const fired = await passing;
      clock.continueFrom(world.state.now);
      return { now: world.state.now, fired, nextDue: nextTimer(world)?.due ?? null };
    } finally {
      advancing = null;
      setAlarm();
    }
  }

  /** Effects of an instant are done and their results applied before time moves on. */
  async function passSettled(target: Instant): Promise<Timer[]> {
    const fired: Timer[] = [];
    for (;;) {
      if (effects.pending()) await effects.settled();
      const due = nextTimer(world)?.due;
      if (due === undefined || due > target || closed) break;
      for (let timer = fireNext(world, due); timer !== undefined; timer = fireNext(world, due)) fired.push(timer);
      afterwards();
    }
    passTime(world, target);
    return fired;
  }

  async function waited(seconds: number): Promise<void> {
    if (clock.mode !== 'auto' || advancing !== null) return;
    const due = nextTimer(world)?.due;
    const target = seconds > 0 ? world.state.now + seconds * 1_000 : due;
    if (target !== undefined) await advanceTo(target);
  }

  return {
    world,
    clock,
    now,
    execute: perform,
    advanceTo,
    waited,
    close: async () => {
      closed = true;
      setAlarm();
      await effects.settled();
    },
  };
}
