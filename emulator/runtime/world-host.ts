import type { Memory } from '../domain/memory/memory.ts';
import type { Mark } from '../domain/test-control/coverage.ts';
import type { Instant } from '../domain/values/time.ts';
import { type Arguments, change, passSome, passTime, type Result, type Verb } from '../world/commands.ts';
import type {
  AuditPort,
  BlobStore,
  Images,
  LogPort,
  OpenReceiverServer,
  WallClock,
  WebhookSender,
} from '../world/ports.ts';
import type { Timer } from '../world/state.ts';
import { isDueBy, nextTimer } from '../world/timers.ts';
import type { WorkFailed } from '../world/work-failed.ts';
import type { World } from '../world/world.ts';
import type { Alarm, Clock, ClockSettings } from './clock.ts';
import type { Coverage } from './coverage.ts';
import { type Effects, retryEffects, startEffects } from './effects.ts';
import type { Troubles } from './ending.ts';
import type { Journal } from './journal.ts';
import type { JournalShelf } from './journal-shelf.ts';
import { conductRows, type Keeper, type Snapshot } from './keeper.ts';
import type { PlanWatch } from './plan-watch.ts';
import type { SentRequests } from './sent-requests.ts';
import type { WorldRoom } from './world-room.ts';

/**
 * A World with its clock: the asynchronous part of a World, as plain state. The functions in this folder bring its
 * clock up to date before each request, make changes, run effects, and let time pass on request.
 */
export type WorldHost = {
  readonly name: string;
  readonly world: World;
  readonly clock: Clock;
  readonly ports: HostPorts;
  readonly journal: Journal;
  /** What its clients have met. */
  readonly coverage: Coverage;
  /** The latest requests that were sent to receivers. */
  readonly sent: SentRequests;
  readonly room: WorldRoom;
  readonly effects: Effects;
  readonly plans: PlanWatch;
  readonly troubles: Troubles;
  readonly alarm: Alarm;
  /** Called after each change. */
  readonly listeners: Set<() => void>;
  /** What is closed together with the world. */
  readonly closers: (() => Promise<void>)[];
  /** The advance that is running. */
  advancing: Advance | null;
  /** The timer that failed when it was last tried. */
  stuck: number | null;
  /** Whether the world is behind its clock because there is more due work than it has done yet. */
  isBehind: boolean;
  /** The number of ids in answers that no change belongs to. */
  requests: number;
  /** The number of restores. What began before a restore has no effect after it. */
  epoch: number;
  closed: boolean;
  /** Aborted when the world ends, so that nothing waits any longer. */
  readonly ended: AbortController;
  /** The state that a reset restores. */
  ready: Snapshot;
};

/** A running advance of the clock. */
export type Advance = {
  /** The timers that have fired so far. */
  fired: Timer[];
  /** The failures of effects so far. */
  faults: WorkFailed[];
  /** How far it had got when that was last reported outside; null if it never was. */
  reached: Instant | null;
  /** Resolves when it has ended, successfully or not. */
  over: Promise<void>;
  end(): void;
};

export type HostPorts = {
  blobs: BlobStore;
  /** The memory that all worlds use together, and its limits. */
  memory: Memory;
  journals: JournalShelf;
  images: Images;
  sender: WebhookSender;
  wall: WallClock;
  /** The machine's clock for observers that change nothing. */
  aside?: WallClock;
  /** Opens the servers of the emulator's own receivers. */
  openServer?: OpenReceiverServer;
  /** Wraps the reading of a file that a call names. */
  reading?<Read>(read: () => Promise<Read>): Promise<Read>;
  /** Ports of one world that replace the shared ones, for example to record or play a session. */
  ofWorld?(world: string, ports: HostPorts): Partial<HostPorts>;
  /** Whether any world or snapshot still needs these bytes. */
  isBlobUsed(digest: string): boolean;
  /** The world that had a key until it was removed. */
  worldOfGoneKey?(secret: string): string | undefined;
  /** Receives the mistakes of clients. */
  audit?: AuditPort | undefined;
  /** Called with each exchange and each attempt of a delivery. */
  log?: LogPort | undefined;
  /** Called when clients meet something for the first time in this run. */
  onMark?: ((mark: Mark) => void) | undefined;
  /** What was met in worlds that have ended. */
  coverage?: Coverage;
  /** Notified of every change of a world, so that worlds can be rebuilt. */
  keeper?: Keeper;
  /** Called with a warning for the user whenever something unexpected happens. */
  onWarning?(text: string): void;
  /** Called with errors that did not prevent an answer to a caller. */
  onUnexpected(error: unknown): void;
};

/** The ports of one world. */
export function portsOf(ports: HostPorts, world: string): HostPorts {
  return ports.ofWorld === undefined ? ports : { ...ports, ...ports.ofWorld(world, ports) };
}

/** The number of pieces of work that are done at once; after that, other work of the process has its turn. */
export const SLICE = 500;

/**
 * Brings a world up to date and returns its current instant. If very much work is due, a caller is served at the
 * instant that was reached; the rest is done in slices, in the same order, when the alarm fires.
 */
export function nowIn(host: WorldHost): Instant {
  if (!host.isBehind) goOn(host);
  return host.world.state.now;
}

/** Does one slice of the due work. */
export function goOn(host: WorldHost): void {
  const target = host.advancing === null ? host.clock.target() : null;
  if (target !== null) catchUp(host, target, SLICE);
}

/** Makes a change at the current instant. */
export function execute<Name extends Verb>(host: WorldHost, verb: Name, args: Arguments<Name>): Result<Name> {
  const at = nowIn(host);
  catchUp(host, at);
  const { keeper } = host.ports;
  const before = keeper === undefined ? null : conductRows(host.world);
  try {
    const result = change(host.world, verb, args);
    keeper?.note(host, { at, do: 'command', command: { verb, with: args } }, before);
    return result;
  } finally {
    // Also after a refusal, because timers that were due before may have started effects.
    afterwards(host);
  }
}

/** Does the work that is due now; in a frozen world, this is only work that takes no time. */
export function doDueWork(host: WorldHost): void {
  const at = nowIn(host);
  if (catchUp(host, at)) notePassed(host);
}

/** Notes how far an advance has got, before something is reported outside. */
export function noteReached(host: WorldHost): void {
  const { now } = host.world.state;
  const { advancing } = host;
  if (advancing === null || advancing.reached === now) return;
  advancing.reached = now;
  host.clock.change({}, now);
  notePassed(host);
}

/** Reports that time has passed up to this instant even if no change follows. */
export function notePassed(host: WorldHost): void {
  host.ports.keeper?.note(host, { at: host.world.state.now, do: 'pass', clock: host.clock.row() });
}

/**
 * Does due work. Work that fails only stops the clock: a caller is served at the instant that was reached, and each
 * call retries the work. Returns whether any work was done.
 */
function catchUp(host: WorldHost, target: Instant, most = Number.POSITIVE_INFINITY): boolean {
  const { world, effects, troubles } = host;
  if (!isDueBy(world, target)) {
    world.state.now = Math.max(world.state.now, target);
    if (most < Number.POSITIVE_INFINITY) host.isBehind = false;
    host.stuck = null;
    return false;
  }
  const fired = host.advancing?.fired ?? [];
  const before = fired.length;
  try {
    const isDone = passSome(world, target, fired, most);
    // Work that is due at one instant is done together, so that no caller sees half of it.
    if (!isDone) passTime(world, world.state.now, fired);
    if (most < Number.POSITIVE_INFINITY) host.isBehind = !isDone;
    host.stuck = null;
  } catch (error) {
    const { serial = null } = nextTimer(world) ?? {};
    host.isBehind = false;
    if (serial !== host.stuck) troubles.report(error);
    host.stuck = serial;
  }
  if (fired.length === before) return false;
  retryEffects(effects);
  afterwards(host);
  return true;
}

/** Called after every change. The change is done: an error here is reported, and does not undo it. */
export function afterwards(host: WorldHost): void {
  const { contain } = host.troubles;
  startEffects(host.effects);
  host.room.note(host.world.state);
  if (host.world.freed.size > 0) contain(() => forgetFreed(host));
  contain(() => setAlarm(host));
  for (const call of host.listeners) contain(call);
  // Clearing creates a new table even if the set is empty.
  if (host.world.moved.size > 0) host.world.moved.clear();
}

function forgetFreed({ world, ports }: WorldHost): void {
  for (const digest of world.freed) {
    if (!ports.isBlobUsed(digest)) ports.blobs.delete(digest);
    world.freed.delete(digest);
  }
}

/** In `running`, work is done when it is due, not only at the next request. */
export function setAlarm(host: WorldHost): void {
  const { world, clock, alarm, closed, advancing, stuck, ports } = host;
  const next = closed || advancing !== null ? undefined : nextTimer(world);
  const rings = next === undefined || next.serial === stuck ? null : clock.wallTimeOf(next.due);
  if (rings === null || rings > ports.wall.now()) host.isBehind = false;
  alarm.setTo(rings);
}

export function changeClock(host: WorldHost, settings: Partial<ClockSettings>): void {
  const at = nowIn(host);
  host.clock.change(settings, at);
  host.ports.keeper?.note(host, { at, do: 'clock', clock: host.clock.row() });
  setAlarm(host);
}

/** Calls back after each change, until the returned function is called. */
export function onChange({ listeners }: WorldHost, call: () => void): () => void {
  listeners.add(call);
  return () => listeners.delete(call);
}

/** The next number for an id in an answer that no change belongs to. */
export function nextRequest(host: WorldHost): number {
  host.requests += 1;
  return host.requests;
}
