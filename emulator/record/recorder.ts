import type { Answerers } from '../adapters/answerers.ts';
import { version } from '../adapters/version.ts';
import type { Recording, RecordOptions } from '../control/files/file-control.ts';
import type { ConfigInput } from '../control/schemas/config-input.ts';
import type { WorldControl } from '../control/world-control.ts';
import { ControlRefusal } from '../domain/test-control/control-refusal.ts';
import type { Entry } from '../host/entry.ts';
import type { Worlds } from '../host/worlds.ts';
import { type KeyRing, worldOf } from '../http/key-ring.ts';
import type { WallClock } from '../world/ports.ts';
import { machineOutside, type Outside, type OutsideOf } from './outside.ts';
import { recordedCall, recordedControl } from './recorded-calls.ts';
import { recordedAnswerers } from './recorded-requests.ts';
import type { SessionHeadInput } from './session.ts';
import { openSink, saveTo } from './session-sink.ts';
import { collectPictures, comeToRest, goByTurns, isSelfContained, preload, worldEntry } from './start-worlds.ts';
import { createSequence, createTape, type Sequence, type Tape, writeSession } from './tape.ts';

/** How an emulator was started, as stored in a recording. */
type Start = NonNullable<SessionHeadInput['start']> & { config: ConfigInput };

/** The recordings of one emulator. Without any, there is no layer between the emulator and the outside. */
export type Recorder = {
  readonly outsideOf: OutsideOf;
  answerers(plain: Answerers): Answerers;
  shown(control: WorldControl): WorldControl;
  /** A call on the whole emulator. */
  call<Given extends unknown[], Result>(name: string, call: (...given: Given) => Result): (...given: Given) => Result;
  /** Called when the worlds exist, with the ring that finds them by their keys. */
  attach(worlds: Worlds, ring: KeyRing): KeyRing;
  /** Records all worlds from the beginning; `isNew`: they were created from the configuration. */
  begin(options: RecordOptions, isNew: boolean): Promise<void>;
  /** Records one world, or all of them (null). */
  record(world: string | null, options?: RecordOptions): Promise<Recording>;
  stop(): Promise<void>;
};

/** `isHeld`: no time passes until everything is recorded, from the beginning. */
type Parts = { wall: WallClock; start: Start; isHeld: boolean; onWarning(text: string): void };
type Running = { tape: Tape; stop(): Promise<void> };

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
  const tapeIn = (find: (ring: KeyRing) => { name: string } | null) =>
    tapeOf(all, all.there === null ? null : (find(all.there.ring)?.name ?? null));
  return {
    outsideOf: (world) => tapeOf(all, world)?.outside ?? all.held,
    answerers: (plain) => {
      all.answerers = plain;
      return recordedAnswerers(plain, {
        isOn: () => all.running.size > 0,
        tapeOf: (key, world) => tapeIn((ring) => ring.hostFor(key, world)),
        tapeOfRequest: (request) => tapeIn((ring) => worldOf(ring, request)),
      });
    },
    shown: (control) => {
      const { name } = control;
      const one = shown.get(control) ?? recordedControl(control, { world: name, tapeOf: () => tapeOf(all, name) });
      shown.set(control, one);
      return one;
    },
    call: (name, call) => recordedCall(call as never, name, { world: null, tapeOf: () => tapeOf(all, null) }) as never,
    attach: (worlds, ring) => {
      all.there = { worlds, ring };
      return ring;
    },
    begin: async (options, isNew) => {
      await record(all, null, options, isNew && options.redact !== true && isSelfContained(parts.start.config));
    },
    record: (world, options = {}) => record(all, world, options, false),
    stop: async () => {
      await Promise.all([...all.running].map(({ stop }) => stop()));
    },
  };
}

function tapeOf({ running }: Recordings, world: string | null): Tape | null {
  for (const { tape } of running) if (tape.world === null || tape.world === world) return tape;
  return null;
}

/** `isWhole`: the worlds begin with nothing but the configuration; otherwise they are part of the recording. */
async function record(
  all: Recordings,
  world: string | null,
  options: RecordOptions,
  isWhole: boolean,
): Promise<Recording> {
  requireFree(all, world);
  const isRecorded = ({ host }: Entry) => world === null || host.name === world;
  const entries = () => [...(all.there?.worlds.entries.values() ?? [])].filter(isRecorded);
  const atRest = () => comeToRest(entries().map(({ host }) => host));
  if (all.answerers !== null) await preload(all.answerers);
  await atRest();
  const pictures = isWhole ? new Map<string, Uint8Array>() : await collectPictures(entries());
  requireFree(all, world);
  let end = (_: string) => {};
  const sink = openSink(options, { onTrouble: all.onWarning, onFull: (why) => end(why) });
  const { sequence, running, start } = all;
  sequence.atOnce(() => {});
  all.held ??= machineOutside(sequence.now);
  await atRest();
  // From here on everything is synchronous: what comes next is in the recording.
  const writer = writeSession({ version: version(), pace: 'recorded', began: sequence.now(), start }, sink.add);
  const tape = createTape(world, sequence, writer);
  end = tape.end;
  const stop = async () => {
    if (!running.delete(one)) return;
    tape.end();
    for (const { host } of entries()) goByTurns(host);
    await sink.close();
  };
  const one = { tape, stop };
  running.add(one);
  all.held = null;
  for (const { host } of entries()) goByTurns(host);
  if (!isWhole) for (const entry of entries()) writer.entry(worldEntry(entry, pictures, writer));
  return { read: sink.read, save: (file) => saveTo(file, sink), stop, [Symbol.asyncDispose]: stop };
}

function requireFree({ running }: Recordings, world: string | null): void {
  const isTaken = [...running].some(({ tape }) => world === null || tape.world === null || tape.world === world);
  if (!isTaken) return;
  const what = world === null ? 'a world of this emulator' : `the world ${world}`;
  throw new ControlRefusal(409, `${what} is being recorded already: stop that recording first`);
}
