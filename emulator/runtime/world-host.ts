import type { Finding } from '../domain/audit.ts';
import type { Instant } from '../domain/time.ts';
import { type Arguments, type Command, change, passTime, type Result, type Verb } from '../world/commands.ts';
import { resumeConduct } from '../world/deviations.ts';
import type { AuditPort, BlobStore, Images, WallClock, WebhookSender } from '../world/ports.ts';
import { copyState, type WorldState } from '../world/state.ts';
import { nextTimer, nextWorkDue } from '../world/timers.ts';
import type { World } from '../world/world.ts';
import { type Advance, beginAdvance, passSettled, type Target } from './advance.ts';
import { type Advanced, AdvanceFailed, reportOf } from './advance-report.ts';
import { createAlarm } from './alarm.ts';
import type { Clock, ClockSettings } from './clock.ts';
import { createEffectRunner } from './effects.ts';
import { createJournal, type Journal } from './journal.ts';
import { watchPlans } from './plan-watch.ts';
import { createTroubles } from './troubles.ts';

/** How far to let time pass; what depends on the present is asked when time begins to pass. */
export type Goal = Target | ((now: Instant) => Target);

/**
 * A World in time: brings its clock up to date before each request, makes changes, has effects done, and lets time pass
 * on demand. All that is asynchronous about a World is here.
 */
export type WorldHost = {
  readonly name: string;
  readonly world: World;
  readonly clock: Clock;
  readonly wall: WallClock;
  readonly journal: Journal;
  /** Brings the world up to date and gives its present instant. */
  now(): Instant;
  execute<Name extends Verb>(verb: Name, args: Arguments<Name>): Result<Name>;
  /** Resolves when all that is due at the present instant, and all that came of it, is done. */
  settled(): Promise<void>;
  /**
   * Lets time pass to an instant, or until nothing is under way any more, and resolves when all of it has settled.
   * Throws `AdvanceFailed` where something goes wrong on the way.
   */
  advance(goal: Goal): Promise<Advanced>;
  /** In `auto`, what the caller's patience does: moves the clock as far as it was told to wait. */
  waited(seconds: number): Promise<void>;
  changeClock(settings: Partial<ClockSettings>): void;
  /** All that the World is, to be given back to `restore`. */
  snapshot(): Snapshot;
  /** Puts the World back. What was under way before is without effect; what the snapshot had under way begins anew. */
  restore(snapshot: Snapshot): void;
  /** The state as it was when the world was made ready; the journal begins anew as well. */
  reset(): void;
  /** How often the World was put back: what began before a change of it is without effect. */
  epoch(): number;
  /** From here on `reset` comes back to the present state. */
  markReady(): void;
  /** Calls back after each change, until the returned function is called. */
  onChange(call: () => void): () => void;
  /** The present state and the one that `reset` comes back to. */
  states(): WorldState[];
  /** Gives up the bytes that only this snapshot needed; it is not restored any more. */
  forget(snapshot: Snapshot): void;
  /** What is to be closed with the world. */
  onClose(close: () => Promise<void>): void;
  /** The next number for an id on the wire that no change stands behind. */
  nextRequest(): number;
  close(): Promise<void>;
};

export type Snapshot = { state: WorldState; clock: ClockSettings; requests: number };

export type HostPorts = {
  blobs: BlobStore;
  images: Images;
  sender: WebhookSender;
  wall: WallClock;
  /** Whether any world, or any snapshot of one, still needs these bytes. */
  isBlobUsed(digest: string): boolean;
  /** Hears what the clients do wrong. */
  audit?: AuditPort | undefined;
  /** Told of every change, for a journal that can be replayed. */
  onCommand?: (command: Command) => void;
  /** Told of what went wrong and stopped nobody who waits for an answer. */
  onUnexpected(error: unknown): void;
};

export type HostOptions = { name: string; world: World; clock: Clock; journalLimit: number };

export function hostWorld({ name, world, clock, journalLimit }: HostOptions, ports: HostPorts): WorldHost {
  const isRealTime = () => clock.settings().mode === 'running' && advancing === null;
  const effects = createEffectRunner(world, ports, isRealTime, {
    processed: (effect, result) => perform('processed', { effect, result }),
    attempted: (effect, outcome, at) => perform('attempted', { effect, outcome, endedAt: at ?? now() }),
    failed: (error) => {
      if (advancing === null) report(error);
      else advancing.faults.push(error);
    },
  });
  const journal = createJournal(journalLimit, hearerOf(name, ports.audit));
  const plans = watchPlans(name, world, ports.audit);
  const { report, contain } = createTroubles(ports.onUnexpected);
  const alarm = createAlarm(ports.wall, () => {
    contain(now);
    contain(setAlarm);
  });
  const listeners = new Set<() => void>();
  const closers: (() => Promise<void>)[] = [];
  let advancing: Advance | null = null;
  /** The timer that could not fire when it was last tried. */
  let stuck: number | null = null;
  let requests = 0;
  let epoch = 0;
  let closed = false;
  let ready = snapshot();

  function now(): Instant {
    const target = advancing === null ? clock.target() : null;
    if (target !== null) catchUp(target);
    return world.state.now;
  }

  /**
   * Does what has fallen due. Work that cannot be done stops the clock, and nobody else: who asks for something is
   * served at the instant that was reached, and it is tried again whenever somebody asks.
   */
  function catchUp(target: Instant): void {
    const fired = advancing?.fired ?? [];
    const before = fired.length;
    try {
      passTime(world, target, fired);
      stuck = null;
    } catch (error) {
      const { serial = null } = nextTimer(world) ?? {};
      if (serial !== stuck) report(error);
      stuck = serial;
    }
    if (fired.length === before) return;
    effects.retry();
    afterwards();
  }

  function perform<Name extends Verb>(verb: Name, args: Arguments<Name>): Result<Name> {
    const at = now();
    catchUp(at);
    try {
      const result = change(world, verb, args);
      ports.onCommand?.({ at, verb, with: args } as Command);
      return result;
    } finally {
      // Also where it is refused: timers that fell due before it have begun something.
      afterwards();
    }
  }

  /** What follows every change. The change is made: what goes wrong here is told, and does not undo it. */
  function afterwards(): void {
    effects.start();
    contain(forgetFreed);
    contain(setAlarm);
    for (const call of listeners) contain(call);
  }

  function forgetFreed(): void {
    for (const digest of world.freed) {
      if (!ports.isBlobUsed(digest)) ports.blobs.delete(digest);
      world.freed.delete(digest);
    }
  }

  /** In `running`, work happens when it is due, not when somebody next looks. */
  function setAlarm(): void {
    const next = closed || advancing !== null ? undefined : nextTimer(world);
    alarm.setTo(next === undefined || next.serial === stuck ? null : clock.wallTimeOf(next.due));
  }

  async function advance(goal: Goal): Promise<Advanced> {
    if (closed) throw new Error('the emulator is closed: its clock stands still');
    const asked = epoch;
    while (advancing !== null) await advancing.over;
    const from = now();
    // The world was put back while this waited for another: it was not asked for in the time that is now.
    if (epoch !== asked) return { now: from, fired: [], nextDue: nextTimer(world)?.due ?? null };
    return pass(typeof goal === 'function' ? goal(from) : goal);
  }

  async function pass(target: Target): Promise<Advanced> {
    const begun = epoch;
    const advance = beginAdvance();
    advancing = advance;
    const toDate = () => ({ now: world.state.now, fired: advance.fired, nextDue: nextTimer(world)?.due ?? null });
    try {
      // A restore or the end of the world on the way: what is left to pass is not this world's time any more.
      const isOver = () => closed || epoch !== begun;
      await passSettled({ world, effects, isOver, afterwards }, advance, target);
      return toDate();
    } catch (error) {
      throw new AdvanceFailed(reportOf(toDate()), error);
    } finally {
      advancing = null;
      advance.end();
      contain(() => clock.change({}, world.state.now));
      contain(setAlarm);
    }
  }

  async function waited(seconds: number): Promise<void> {
    if (clock.settings().mode !== 'auto' || advancing !== null) return;
    const target = seconds > 0 ? world.state.now + seconds * 1_000 : nextWorkDue(world);
    if (target !== null) await advance(target);
  }

  function snapshot(): Snapshot {
    return { state: copyState(world.state), clock: clock.settings(), requests };
  }

  function restore(saved: Snapshot): void {
    const before = world.state;
    try {
      world.state = copyState(saved.state);
      resumeConduct(world);
      clock.change(saved.clock, world.state.now);
    } catch (error) {
      world.state = before;
      resumeConduct(world);
      throw error;
    }
    epoch += 1;
    plans.replace(before.plans, saved.state.plans);
    stuck = null;
    requests = saved.requests;
    for (const digest of before.blobUses.keys()) world.freed.add(digest);
    effects.restart();
    journal.forgetTime();
    afterwards();
  }

  return {
    name,
    world,
    clock,
    wall: ports.wall,
    journal,
    now,
    execute: perform,
    settled: async () => {
      await advance(now());
    },
    advance,
    waited,
    changeClock: (settings) => {
      clock.change(settings, now());
      setAlarm();
    },
    snapshot: () => {
      now();
      return snapshot();
    },
    restore,
    reset: () => {
      restore(ready);
      journal.clear();
    },
    epoch: () => epoch,
    markReady: () => {
      ready = snapshot();
    },
    onChange: (call) => {
      listeners.add(call);
      return () => listeners.delete(call);
    },
    states: () => [world.state, ready.state],
    forget: ({ state }) => {
      for (const digest of state.blobUses.keys()) world.freed.add(digest);
      afterwards();
    },
    onClose: (close) => {
      closers.push(close);
    },
    nextRequest: () => {
      requests += 1;
      return requests;
    },
    close: async () => {
      closed = true;
      plans.end();
      setAlarm();
      await Promise.all(closers.map((end) => end()));
      await effects.settled();
    },
  };
}

function hearerOf(world: string, audit: AuditPort | undefined): ((found: readonly Finding[]) => void) | undefined {
  return (
    audit &&
    ((found) => {
      audit.tell({ kind: 'request' });
      for (const finding of found) audit.tell({ kind: 'finding', world, finding });
    })
  );
}
