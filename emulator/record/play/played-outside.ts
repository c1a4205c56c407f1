import type { DeliveryRequest } from '../../world/edges.ts';
import type { SentAttempt, WallClock } from '../../world/ports.ts';
import { heldOutside } from '../held-outside.ts';
import type { Asked, Outside, OutsideOf, TakeDelivery } from '../outside.ts';
import type { PackedAttempt } from '../outside-ports.ts';
import { PLAIN } from '../recorded-outside.ts';
import type { EntryOf } from '../session.ts';
import { goLive } from './live-outside.ts';

/** Something that a world has asked for and not got yet. */
export type Pending = {
  kind: string;
  /** Gives it what stands in the recording. */
  come(entry: Pick<EntryOf<'done'>, 'value' | 'failed'>): Promise<void>;
  /** Lets it be had from the machine, where the recording is left. */
  release(outside: Outside): void;
};

/** What a session gives to the worlds in place of what is outside: nothing comes but what stands in it. */
export type Stage = {
  readonly outsideOf: OutsideOf;
  /** Milliseconds of the machine's clock. */
  setNow(now: number): void;
  /** The worlds are there: from here on all comes from the recording. */
  begin(): void;
  pending(world: string, of: number): Pending | undefined;
  takeReceiver(world: string, of: number): TakeDelivery | undefined;
  /** What went out and was not compared yet, by world and number. */
  readonly sent: Map<string, DeliveryRequest>;
  /** Leaves the recording: what comes from now on comes from the machine. */
  leave(wall: WallClock, send: Outside['send'] | null): Outside;
};

export function keyOf(world: string, of: number): string {
  return `${of} ${world}`;
}

export function createStage(began: number): Stage {
  let now = began;
  const waiting = createWaiting();
  const receivers = new Map<string, TakeDelivery>();
  const sent = new Map<string, DeliveryRequest>();
  const played: Outside = {
    now: () => now,
    ask: waiting.ask,
    callAt: (world, instant, call) => {
      const come = async () => call();
      const release = (live: Outside) => void live.callAt(world, instant, call, NO_WALL);
      return { cancel: waiting.add(world, waiting.next(world), { kind: 'ring', come, release }) };
    },
    send: (world, request) => {
      const of = waiting.next(world);
      sent.set(keyOf(world, of), request);
      return sending(waiting, world, of, request);
    },
    receive: (_world, _of, delivery, take) => take(delivery),
    playReceiver: (world, of, _url, take) => {
      receivers.set(keyOf(world, of), take);
    },
  };
  let outside: Outside = { ...heldOutside(() => now), send: notSent };
  return {
    outsideOf: () => outside,
    setNow: (instant) => {
      now = Math.max(now, instant);
    },
    begin: () => {
      outside = played;
    },
    pending: (world, of) => waiting.all.get(keyOf(world, of)),
    takeReceiver: (world, of) => receivers.get(keyOf(world, of)),
    sent,
    leave: (wall, send) => {
      outside = goLive(now, wall, send ?? notSent);
      for (const one of waiting.all.values()) one.release(outside);
      waiting.all.clear();
      return outside;
    },
  };
}

/** What worlds wait for, each with its number. */
type Waiting = {
  readonly all: Map<string, Pending>;
  next(world: string): number;
  /** Waits for something, until the returned function is called. */
  add(world: string, of: number, pending: Pending): () => void;
  ask: Outside['ask'];
};

function createWaiting(): Waiting {
  const all = new Map<string, Pending>();
  const asked = new Map<string, number>();
  const next = (world: string) => {
    const of = (asked.get(world) ?? 0) + 1;
    asked.set(world, of);
    return of;
  };
  const add = (world: string, of: number, pending: Pending) => {
    const key = keyOf(world, of);
    const come: Pending['come'] = (entry) => {
      all.delete(key);
      return pending.come(entry);
    };
    all.set(key, { ...pending, come });
    return () => void all.delete(key);
  };
  const ask = <Value>(world: string, asked: Asked<Value>): Promise<Value> => {
    const of = next(world);
    return new Promise((resolve, reject) => {
      add(world, of, { kind: asked.kind, ...comingOf(world, of, asked, resolve, reject) });
    });
  };
  return { all, next, add, ask };
}

function sending({ add, ask }: Waiting, world: string, of: number, request: DeliveryRequest): Promise<SentAttempt> {
  return new Promise((resolve) => {
    const come: Pending['come'] = async ({ value }) => {
      const { hasRest, ...decided } = value as PackedAttempt;
      const rest = hasRest === true ? ask(world, { kind: 'rest', begin: async () => '', form: PLAIN }) : undefined;
      resolve(rest === undefined ? decided : { ...decided, rest });
    };
    const release = (live: Outside) => void live.send(world, request, notSent).then(resolve);
    add(world, of, { kind: 'sent', come, release });
  });
}

/** How what was asked for comes: what follows from what was asked is made, the rest stands in the recording. */
function comingOf<Value>(
  world: string,
  of: number,
  { kind, begin, form }: Asked<Value>,
  resolve: (value: Value) => void,
  reject: (error: unknown) => void,
): Pick<Pending, 'come' | 'release'> {
  const made = kind === 'picture' ? begin(of) : null;
  // Nobody may wait for it.
  made?.catch(() => {});
  return {
    come: async ({ value, failed }) => {
      if (failed !== undefined)
        reject(
          made === null
            ? new Error(failed)
            : await made.then(
                () => new Error(failed),
                (error) => error,
              ),
        );
      else if (made !== null) await made.then(resolve, reject);
      else resolve((form === null ? undefined : form.unpack(value, of)) as Value);
    },
    release: (live) => void (made ?? live.ask(world, { kind, begin, form })).then(resolve, reject),
  };
}

/** A replay opens no connection. */
async function notSent(): Promise<SentAttempt> {
  return { status: null, failure: 'connection', took: 0, answer: 'a replay sends nothing' };
}

/** Nobody waits by the machine's clock here. */
export const NO_WALL = {} as WallClock;
