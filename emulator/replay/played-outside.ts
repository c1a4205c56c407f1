import {
  type Asked,
  machineOutside,
  type Outside,
  type OutsideOf,
  sendsNothing,
  type TakeDelivery,
} from '../record/outside.ts';
import type { EntryOf } from '../record/session.ts';
import type { DeliveryRequest } from '../world/edges.ts';
import type { WallClock } from '../world/ports.ts';

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
  leave(wall: WallClock, sends: boolean): Outside;
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
    ask: (world, asked) => {
      const of = waiting.next(world);
      if (asked.request !== undefined) sent.set(keyOf(world, of), asked.request);
      if (asked.take !== undefined) receivers.set(keyOf(world, of), asked.take);
      return new Promise((resolve, reject) => {
        waiting.add(world, of, { kind: asked.kind, ...comingOf(world, of, asked, resolve, reject) });
      });
    },
    callAt: (world, instant, call) => {
      const come = async () => call();
      const release = (live: Outside) => void live.callAt(world, instant, call, NO_WALL);
      return { cancel: waiting.add(world, waiting.next(world), { kind: 'ring', come, release }) };
    },
    receive: (_world, _of, delivery, take) => take(delivery),
  };
  let outside = sendsNothing(machineOutside(() => now));
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
    leave: (wall, sends) => {
      const ahead = now - wall.now();
      const machine = machineOutside(() => wall.now() + ahead, ahead);
      // Timers that were pending have no clock of their own.
      const live: Outside = {
        ...machine,
        callAt: (world, instant, call) => machine.callAt(world, instant, call, wall),
      };
      outside = sends ? live : sendsNothing(live);
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
};

function createWaiting(): Waiting {
  const all = new Map<string, Pending>();
  const asked = new Map<string, number>();
  return {
    all,
    next: (world) => {
      const of = (asked.get(world) ?? 0) + 1;
      asked.set(world, of);
      return of;
    },
    add: (world, of, pending) => {
      const key = keyOf(world, of);
      const come: Pending['come'] = (entry) => {
        all.delete(key);
        return pending.come(entry);
      };
      all.set(key, { ...pending, come });
      return () => void all.delete(key);
    },
  };
}

/** How what was asked for comes: what follows from what was asked is made, the rest stands in the recording. */
function comingOf<Value>(
  world: string,
  of: number,
  asked: Asked<Value>,
  resolve: (value: Value) => void,
  reject: (error: unknown) => void,
): Pick<Pending, 'come' | 'release'> {
  const { kind, begin, form } = asked;
  const made = kind === 'picture' ? begin(of) : null;
  // It may never be waited for.
  made?.catch(() => {});
  return {
    come: async ({ value, failed }) => {
      if (made !== null && failed === undefined) await made.then(resolve, reject);
      else if (made !== null) await made.then(() => reject(new Error(failed)), reject);
      else if (failed !== undefined) reject(new Error(failed));
      else resolve((form === null ? undefined : form.unpack(value)) as Value);
    },
    release: (live) => void (made ?? live.ask(world, asked)).then(resolve, reject),
  };
}

/** Time does not pass here by the machine's clock. */
export const NO_WALL = {} as WallClock;
