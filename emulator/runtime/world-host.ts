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
 * A World in time: what is asynchronous about a World, as plain state. The functions of this folder bring its clock up to
 * date before each request, make changes, have effects done, and let time pass on demand.
 */
export type WorldHost = {
  readonly name: string;
  readonly world: World;
  readonly clock: Clock;
  readonly ports: HostPorts;
  readonly journal: Journal;
  /** What its clients have met. */
  readonly coverage: Coverage;
  /** What went out to receivers lately. */
  readonly sent: SentRequests;
  readonly room: WorldRoom;
  readonly effects: Effects;
  readonly plans: PlanWatch;
  readonly troubles: Troubles;
  readonly alarm: Alarm;
  /** Called after each change. */
  readonly listeners: Set<() => void>;
  /** What is to be closed with the world. */
  readonly closers: (() => Promise<void>)[];
  /** The advance that is under way. */
  advancing: Advance | null;
  /** The timer that could not fire when it was last tried. */
  stuck: number | null;
  /** Whether there is more to do than has had its turn: the world is behind its clock. */
  isBehind: boolean;
  /** How many ids on the wire there were that no change stands behind. */
  requests: number;
  /** How often the World was put back: what began before a change of it is without effect. */
  epoch: number;
  closed: boolean;
  /** Aborted with the end of the world: no one waits any longer for what would have come. */
  readonly ended: AbortController;
  /** What a reset comes back to. */
  ready: Snapshot;
};

/** An advance of the clock that is under way. */
export type Advance = {
  /** What has fired so far. */
  fired: Timer[];
  /** What went wrong with effects so far. */
  faults: WorkFailed[];
  /** How far it had come when that was last reported outside; null if it never was. */
  reached: Instant | null;
  /** Resolves when it has ended, however it ended. */
  over: Promise<void>;
  end(): void;
};

export type HostPorts = {
  blobs: BlobStore;
  /** What all worlds hold together, and how much they may. */
  memory: Memory;
  journals: JournalShelf;
  images: Images;
  sender: WebhookSender;
  wall: WallClock;
  /** The machine's clock for those who look on, and by whom nothing changes. */
  aside?: WallClock;
  /** Opens the servers of receivers of the emulator's own. */
  openServer?: OpenReceiverServer;
  /** Goes around the reading of a file that a call names. */
  reading?<Read>(read: () => Promise<Read>): Promise<Read>;
  /** Those of these that one world has in place of what all have: where a session is recorded or played, they go through it. */
  ofWorld?(world: string, ports: HostPorts): Partial<HostPorts>;
  /** Whether any world, or any snapshot of one, still needs these bytes. */
  isBlobUsed(digest: string): boolean;
  /** The world that had a key until it was removed. */
  worldOfGoneKey?(secret: string): string | undefined;
  /** Hears what the clients do wrong. */
  audit?: AuditPort | undefined;
  /** Called with each exchange and each attempt of a delivery. */
  log?: LogPort | undefined;
  /** Hears what clients meet that none of this run has met before. */
  onMark?: ((mark: Mark) => void) | undefined;
  /** What was met in worlds that have ended. */
  coverage?: Coverage;
  /** Notified of every change of a world, so that worlds can be rebuilt. */
  keeper?: Keeper;
  /** Called with each surprise for the user, as often as it occurs. */
  onWarning?(text: string): void;
  /** Called with errors that kept no caller from its answer. */
  onUnexpected(error: unknown): void;
};

/** The ports of one world. */
export function portsOf(ports: HostPorts, world: string): HostPorts {
  return ports.ofWorld === undefined ? ports : { ...ports, ...ports.ofWorld(world, ports) };
}

/** Pieces of work that are done at once: others have their turn behind so many. */
export const SLICE = 500;

/**
 * Brings a world up to date and gives its present instant. Where there is very much to do, a caller is served at the
 * instant that was reached: the rest is done in turns, in the same order, whenever the alarm rings.
 */
export function nowIn(host: WorldHost): Instant {
  if (!host.isBehind) goOn(host);
  return host.world.state.now;
}

/** Does as much of what is due by now as is done at once. */
export function goOn(host: WorldHost): void {
  const target = host.advancing === null ? host.clock.target() : null;
  if (target !== null) catchUp(host, target, SLICE);
}

/** Makes a change at the present instant. */
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
    // Also where it is refused: timers that fell due before it have begun something.
    afterwards(host);
  }
}

/** Does what has fallen due by now: of what was only just asked for, what takes no time. */
export function doDueWork(host: WorldHost): void {
  const at = nowIn(host);
  if (catchUp(host, at)) notePassed(host);
}

/** How far a world has come on the way of an advance, before it is reported outside. */
export function noteReached(host: WorldHost): void {
  const { now } = host.world.state;
  const { advancing } = host;
  if (advancing === null || advancing.reached === now) return;
  advancing.reached = now;
  host.clock.change({}, now);
  notePassed(host);
}

/** Time has passed as far as this, and no change needs to come behind it. */
export function notePassed(host: WorldHost): void {
  host.ports.keeper?.note(host, { at: host.world.state.now, do: 'pass', clock: host.clock.row() });
}

/**
 * Does what has fallen due. Work that cannot be done stops the clock, and nothing else: a caller is
 * served at the instant that was reached, and the work is tried again at every call. Returns whether something was done.
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
    // What is due at one instant is done together: no one sees half of it.
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

/** What follows every change. The change is made: what goes wrong here is reported, and does not undo it. */
export function afterwards(host: WorldHost): void {
  const { contain } = host.troubles;
  startEffects(host.effects);
  host.room.note(host.world.state);
  if (host.world.freed.size > 0) contain(() => forgetFreed(host));
  contain(() => setAlarm(host));
  for (const call of host.listeners) contain(call);
  host.world.moved.clear();
}

function forgetFreed({ world, ports }: WorldHost): void {
  for (const digest of world.freed) {
    if (!ports.isBlobUsed(digest)) ports.blobs.delete(digest);
    world.freed.delete(digest);
  }
}

/** In `running`, work happens when it is due, not when someone next looks. */
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

/** The next number for an id on the wire that no change stands behind. */
export function nextRequest(host: WorldHost): number {
  host.requests += 1;
  return host.requests;
}
