import type { Finding } from '../domain/audit.ts';
import type { Instant } from '../domain/time.ts';
import { type Arguments, type Command, execute, passTime, type Result, type Verb } from '../world/commands.ts';
import { resumeConduct } from '../world/deviations.ts';
import type { AuditPort, BlobStore, Images, WallClock, WebhookSender } from '../world/ports.ts';
import { copyState, type Timer, type WorldState } from '../world/state.ts';
import { nextTimer, nextWorkDue } from '../world/timers.ts';
import type { World } from '../world/world.ts';
import type { Clock, ClockSettings } from './clock.ts';
import { createEffectRunner } from './effects.ts';
import { createJournal, type Journal } from './journal.ts';
import { watchPlans } from './plan-watch.ts';

/** How far to let time pass; what depends on the present is asked when time begins to pass. */
export type Goal = Instant | 'idle' | ((now: Instant) => Instant | 'idle');

/** What an advance of the clock did. */
export type Advanced = { now: Instant; fired: Timer[]; nextDue: Instant | null };

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
  /** Lets time pass to an instant, or until nothing is under way any more, and resolves when all of it has settled. */
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
};

export type HostOptions = { name: string; world: World; clock: Clock; journalLimit: number };

export function hostWorld({ name, world, clock, journalLimit }: HostOptions, ports: HostPorts): WorldHost {
  const isRealTime = () => clock.settings().mode === 'running' && advancing === null;
  const effects = createEffectRunner(world, ports, isRealTime, {
    processed: (effect, result) => perform('processed', { effect, result }),
    attempted: (effect, outcome, at) => perform('attempted', { effect, outcome, endedAt: at ?? now() }),
  });
  const journal = createJournal(journalLimit, hearerOf(name, ports.audit));
  const plans = watchPlans(name, world, ports.audit);
  const listeners = new Set<() => void>();
  const closers: (() => Promise<void>)[] = [];
  let advancing: Promise<unknown> | null = null;
  let alarm: { at: Instant; cancel(): void } | null = null;
  let requests = 0;
  let epoch = 0;
  let closed = false;
  let ready = snapshot();

  function now(): Instant {
    const target = advancing === null ? clock.target() : null;
    if (target === null) return world.state.now;
    const due = nextTimer(world)?.due;
    passTime(world, target);
    if (due !== undefined && due <= target) afterwards();
    return world.state.now;
  }

  function perform<Name extends Verb>(verb: Name, args: Arguments<Name>): Result<Name> {
    const at = now();
    try {
      const result = execute(world, at, verb, args);
      ports.onCommand?.({ at, verb, with: args } as Command);
      return result;
    } finally {
      // Also where it is refused: timers that fell due before it have begun something.
      afterwards();
    }
  }

  function afterwards(): void {
    effects.start();
    for (const digest of world.freed) if (!ports.isBlobUsed(digest)) ports.blobs.delete(digest);
    world.freed = [];
    setAlarm();
    for (const call of listeners) call();
  }

  /** In `running`, work happens when it is due, not when somebody next looks. */
  function setAlarm(): void {
    const due = closed || advancing !== null ? undefined : nextTimer(world)?.due;
    const wallTime = due === undefined ? null : clock.wallTimeOf(due);
    if (alarm !== null && alarm.at === wallTime) return;
    alarm?.cancel();
    alarm = wallTime === null ? null : { at: wallTime, ...ports.wall.callAt(wallTime, onAlarm) };
  }

  function onAlarm(): void {
    alarm = null;
    now();
    setAlarm();
  }

  async function advance(goal: Goal): Promise<Advanced> {
    if (closed) throw new Error('the emulator is closed: its clock stands still');
    const asked = epoch;
    while (advancing !== null) await advancing;
    const from = now();
    // The world was put back while this waited for another: it was not asked for in the time that is now.
    if (epoch !== asked) return { now: from, fired: [], nextDue: nextTimer(world)?.due ?? null };
    const passing = passSettled(typeof goal === 'function' ? goal(from) : goal);
    advancing = passing;
    try {
      const fired = await passing;
      return { now: world.state.now, fired, nextDue: nextTimer(world)?.due ?? null };
    } finally {
      advancing = null;
      clock.change({}, world.state.now);
      setAlarm();
    }
  }

  /** Effects of an instant are done and their results applied before time moves on. */
  async function passSettled(target: Instant | 'idle'): Promise<Timer[]> {
    const fired: Timer[] = [];
    const begun = epoch;
    // A restore or the end of the world on the way: what is left to pass is not this world's time any more.
    const isOver = () => closed || epoch !== begun;
    for (;;) {
      const due = effects.pending() ? await nextInstant(target) : pendingInstant(target);
      if (due === null || isOver()) break;
      fired.push(...passTime(world, due));
      afterwards();
    }
    if (target !== 'idle' && !isOver()) passTime(world, target);
    return fired;
  }

  /** The next instant at which something is to be done on the way to the target; null is none. */
  function pendingInstant(target: Instant | 'idle'): Instant | null {
    const limit = target === 'idle' ? nextWorkDue(world) : target;
    const due = nextTimer(world)?.due;
    return limit === null || due === undefined || due > limit ? null : due;
  }

  /** The same, when nothing that is under way can bring work that is due sooner. */
  async function nextInstant(target: Instant | 'idle'): Promise<Instant | null> {
    let next = pendingInstant(target);
    while (effects.pending()) {
      await (next === null ? effects.settled() : effects.settledFor(next));
      const before = next;
      next = pendingInstant(target);
      if (next !== null && next === before) break;
    }
    return next;
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
    epoch += 1;
    plans.replace(saved.state.plans);
    world.freed.push(...world.state.blobUses.keys());
    world.state = copyState(saved.state);
    resumeConduct(world);
    requests = saved.requests;
    clock.change(saved.clock, world.state.now);
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
      world.freed.push(...state.blobUses.keys());
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
