import type { Answerers } from '../adapters/answerers.ts';
import { version } from '../adapters/version.ts';
import type { Recording, RecordOptions } from '../control/files/recording.ts';
import type { ConfigInput } from '../control/schemas/config-input.ts';
import type { WorldControl } from '../control/world-control.ts';
import { ControlRefusal } from '../domain/test-control/control-refusal.ts';
import type { Worlds } from '../host/worlds.ts';
import { type KeyRing, worldOf } from '../http/key-ring.ts';
import type { WallClock } from '../world/ports.ts';
import { machineOutside, type Outside, type OutsideOf } from './outside.ts';
import { recordedCall, recordedControl } from './recorded-calls.ts';
import { recordedOutside } from './recorded-outside.ts';
import { recordedAnswerers } from './recorded-requests.ts';
import { saysAll } from './says-all.ts';
import { createSequence, type Sequence } from './sequence.ts';
import type { SessionHeadInput } from './session.ts';
import type { OpenSink } from './session-sink.ts';
import { comeToRest, goByTurns, havePictures, worldEntry } from './start-worlds.ts';
import { createTape, type Tape } from './tape.ts';
import { writeSession } from './write-session.ts';

/** What an emulator is started with, as it stands in a recording. */
type Start = NonNullable<SessionHeadInput['start']> & { config: ConfigInput };

/** The recordings of one emulator. While there is none, nothing stands between it and what is outside. */
export type Recorder = {
  readonly outsideOf: OutsideOf;
  answerers(plain: Answerers): Answerers;
  /** The controls of a world, for those who use them in code. */
  shown(control: WorldControl): WorldControl;
  /** A call of the whole emulator. */
  call<Given extends unknown[], Result>(name: string, call: (...given: Given) => Result): (...given: Given) => Result;
  /** The worlds are there, and what tells them by their keys. */
  attach(worlds: Worlds, ring: KeyRing): KeyRing;
  /** Records all worlds from the first; `isNew`: they were made of the configuration. */
  begin(options: RecordOptions, isNew: boolean): Promise<void>;
  /** Records one world, or all of them (null). */
  record(world: string | null, options?: RecordOptions): Promise<Recording>;
  /** Ends all recordings. */
  stop(): Promise<void>;
};

/** `isHeld`: no time passes until all is recorded, which is to be from the first. */
type Parts = { wall: WallClock; start: Start; isHeld: boolean; onWarning(text: string): void };
type Running = { tape: Tape; outside: Outside; stop(): Promise<void> };

/** What all recordings of an emulator share. */
type Recordings = Parts & {
  sequence: Sequence;
  running: Set<Running>;
  held: Outside | null;
  there: { worlds: Worlds; ring: KeyRing } | null;
  answerers: Answerers | null;
};

export function createRecorder(parts: Parts): Recorder {
  const sequence = createSequence(parts.wall);
  const held = parts.isHeld ? machineOutside(sequence.now) : null;
  const all: Recordings = { ...parts, sequence, running: new Set(), held, there: null, answerers: null };
  const shown = new WeakMap<WorldControl, WorldControl>();
  const tapeOf = (world: string | null) => runningOf(all, world)?.tape ?? null;
  const hostOf = (find: (ring: KeyRing) => { name: string } | null) =>
    all.there === null ? null : (find(all.there.ring)?.name ?? null);
  return {
    outsideOf: (world) => runningOf(all, world)?.outside ?? all.held,
    answerers: (plain) => {
      all.answerers = plain;
      return recordedAnswerers(plain, {
        sequence,
        isOn: () => all.running.size > 0,
        tapeOf: (key, world) => tapeOf(hostOf((ring) => ring.hostFor(key, world))),
        tapeOfRequest: (request) => tapeOf(hostOf((ring) => worldOf(ring, request))),
      });
    },
    shown: (control) => {
      const { name } = control;
      const one = shown.get(control) ?? recordedControl(control, { sequence, world: name, tapeOf: () => tapeOf(name) });
      shown.set(control, one);
      return one;
    },
    call: (name, call) =>
      recordedCall(call as never, name, { sequence, world: null, tapeOf: () => tapeOf(null) }) as never,
    attach: (worlds, ring) => {
      all.there = { worlds, ring };
      return ring;
    },
    begin: async (options, isNew) => {
      await recordIn(all, null, options, isNew && options.redact !== true && saysAll(parts.start.config));
    },
    record: (world, options = {}) => recordIn(all, world, options, false),
    stop: async () => {
      await Promise.all([...all.running].map(({ stop }) => stop()));
    },
  };
}

function runningOf({ running }: Recordings, world: string | null): Running | null {
  if (running.size === 0) return null;
  for (const one of running) if (one.tape.world === null || one.tape.world === world) return one;
  return null;
}

/** `isWhole`: the configuration says all that there is; else the worlds stand in the recording. */
async function recordIn(
  all: Recordings,
  world: string | null,
  options: RecordOptions,
  isWhole: boolean,
): Promise<Recording> {
  requireFree(all, world);
  const { openSink } = await import('./session-sink.ts');
  const { preload } = await import('./preload.ts');
  if (all.answerers !== null) await preload(all.answerers);
  const atRest = () => comeToRest(entriesOf(all, world).map(({ host }) => host));
  await atRest();
  if (!isWhole) await Promise.all(entriesOf(all, world).map(havePictures));
  requireFree(all, world);
  const sink = await openSink(options, all.onWarning);
  all.sequence.atOnce(() => {});
  all.held ??= machineOutside(all.sequence.now);
  await atRest();
  // Nothing is waited for from here on: what comes next is in the recording.
  return begin(all, world, sink, isWhole);
}

function requireFree({ running }: Recordings, world: string | null): void {
  const isTaken = [...running].some(({ tape }) => world === null || tape.world === null || tape.world === world);
  if (!isTaken) return;
  const what = world === null ? 'a world of this emulator' : `the world ${world}`;
  throw new ControlRefusal(409, `${what} is being recorded already: stop that recording first`);
}

function entriesOf({ there }: Recordings, world: string | null) {
  return [...(there?.worlds.entries.values() ?? [])].filter(({ host }) => world === null || host.name === world);
}

function begin(all: Recordings, world: string | null, sink: OpenSink, isWhole: boolean): Recording {
  const { sequence, running, start } = all;
  const head = { version: version(), pace: 'recorded' as const, began: sequence.now(), start };
  const writer = writeSession(head, sink.add);
  const tape = createTape(world, sequence, writer);
  sink.onFull(tape.end);
  const stop = async () => {
    if (!running.delete(one)) return;
    tape.end();
    for (const { host } of entriesOf(all, world)) goByTurns(host);
    await sink.close();
  };
  const one = { tape, outside: recordedOutside(tape, sequence), stop };
  running.add(one);
  all.held = null;
  for (const { host } of entriesOf(all, world)) goByTurns(host);
  if (!isWhole) for (const entry of entriesOf(all, world)) writer.entry(worldEntry(entry, writer));
  return { read: sink.read, save: sink.save, stop, [Symbol.asyncDispose]: stop };
}
