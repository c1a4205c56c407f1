import { type Asked, machineOutside, type Outside, type OutsideOf, type TakeDelivery } from '../record/outside.ts';
import type { EntryOf } from '../record/session.ts';
import type { DeliveryRequest } from '../world/edges.ts';
import type { Reply, SentAttempt, WallClock } from '../world/ports.ts';

/** A path in a session may lead anywhere, and to another file on another machine. */
export const READS_NONE = 'a replay reads no file; put its bytes in as base64';

type Asks = { world: string; of: number };
type Come = Partial<Pick<EntryOf<'done'>, 'value' | 'failed'>>;

/** A request of a world to the outside that has not been fulfilled yet. */
export type Pending = {
  kind: string;
  /** For a timer: when it fires. */
  instant?: number;
  come(entry: Come): Promise<void>;
  /** Hands it to the machine when the replay leaves the recording. */
  release(outside: Outside): void;
};

/**
 * Replaces the outside for worlds. At the pace `recorded`, everything comes from the session. At the pace `free`,
 * everything is done when it is requested, and timers fire when the machine's clock is moved past them.
 */
export type Stage = {
  readonly outsideOf: OutsideOf;
  setNow(now: number): void;
  /** The worlds exist: from here on everything comes from the session. */
  begin(): void;
  pending(world: string, of: number): Pending | undefined;
  come(entry: Asks & Come): Promise<void> | undefined;
  takeReceiver(world: string, of: number): TakeDelivery | undefined;
  /** What was sent and has not been compared yet. */
  takeSent(world: string, of: number): DeliveryRequest | undefined;
  readonly sent: ReadonlyMap<string, DeliveryRequest>;
  /** How an address answers from now on, at the pace `free`; 200 by default. */
  script(url: string, replies: readonly Reply[]): void;
  /** Leaves the session: from now on everything comes from the machine. */
  leave(wall: WallClock, sends: boolean): void;
};

export function createStage(began: number, pace: 'recorded' | 'free'): Stage {
  let now = began;
  const asked = new Map<string, number>();
  const pending = new Map<string, Pending>();
  const receivers = new Map<string, TakeDelivery>();
  const sent = new Map<string, DeliveryRequest>();
  const freely = createFreeAnswers();
  const next = (world: string) => {
    const of = (asked.get(world) ?? 0) + 1;
    asked.set(world, of);
    return of;
  };
  const played: Outside = {
    ...machineOutside(() => now),
    ask: (world, one) => {
      if (pace === 'free') return freely.answer(one);
      const key = keyOf(world, next(world));
      if (one.request !== undefined) sent.set(key, one.request);
      if (one.take !== undefined) receivers.set(key, one.take);
      return new Promise((resolve, reject) => {
        pending.set(key, { kind: one.kind, ...comingOf(world, one, resolve, reject) });
      });
    },
    callAt: (world, instant, call) => {
      const key = keyOf(world, next(world));
      const release = (live: Outside) => void live.callAt(world, instant, call, NO_WALL);
      pending.set(key, { kind: 'ring', instant, come: async () => call(), release });
      return { cancel: () => void pending.delete(key) };
    },
  };
  const nextDue = () =>
    [...pending]
      .filter(([, { instant }]) => instant !== undefined && instant <= now)
      .sort(([, { instant: a = 0 }], [, { instant: b = 0 }]) => a - b)[0];
  const ringDue = () => {
    for (let due = nextDue(); due !== undefined; due = nextDue()) void taken(pending, due[0])?.come({});
  };
  let outside = pace === 'free' ? played : sendsNothing(machineOutside(() => now));
  return {
    outsideOf: () => outside,
    setNow: (instant) => {
      now = Math.max(now, instant);
      if (pace === 'free') ringDue();
    },
    begin: () => {
      outside = played;
    },
    pending: (world, of) => pending.get(keyOf(world, of)),
    come: ({ world, of, ...entry }) => taken(pending, keyOf(world, of))?.come(entry),
    takeReceiver: (world, of) => receivers.get(keyOf(world, of)),
    takeSent: (world, of) => taken(sent, keyOf(world, of)),
    sent,
    script: freely.script,
    leave: (wall, sends) => {
      const ahead = now - wall.now();
      const machine = machineOutside(() => wall.now() + ahead, ahead);
      // Pending timers have no clock of their own.
      const live: Outside = {
        ...machine,
        callAt: (world, instant, call) => machine.callAt(world, instant, call, wall),
      };
      outside = sends ? live : sendsNothing(live);
      for (const one of pending.values()) one.release(outside);
      pending.clear();
    },
  };
}

function keyOf(world: string, of: number): string {
  return `${of} ${world}`;
}

function taken<Value>(values: Map<string, Value>, key: string): Value | undefined {
  const value = values.get(key);
  values.delete(key);
  return value;
}

/** How a request is fulfilled: values that follow from the request are computed, the rest is in the recording. */
function comingOf<Value>(
  world: string,
  asked: Asked<Value>,
  resolve: (value: Value) => void,
  reject: (error: unknown) => void,
): Pick<Pending, 'come' | 'release'> {
  const { kind, begin, unpack } = asked;
  const made = kind === 'picture' ? begin(0) : null;
  // The promise may never be awaited.
  made?.catch(() => {});
  return {
    come: async ({ value, failed }) => {
      if (made !== null) await made.then(failed === undefined ? resolve : () => reject(new Error(failed)), reject);
      else if (failed !== undefined) reject(new Error(failed));
      else resolve(unpack?.(value) as Value);
    },
    release: (live) => void (made ?? live.ask(world, asked)).then(resolve, reject),
  };
}

/** Fulfills everything at once; deliveries are answered by the session's receiver there, or by its script. */
function createFreeAnswers() {
  const takers = new Map<string, TakeDelivery>();
  const scripts = new Map<string, Reply[]>();
  const attempt = async ({ url, headers, body }: DeliveryRequest): Promise<SentAttempt> => {
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const delivery = { method: 'POST', path: new URL(url).pathname, headers: lower, body: Buffer.from(body) };
    return attemptOf(await (takers.get(url)?.(delivery) ?? scripts.get(url)?.shift() ?? 200));
  };
  return {
    answer: async <Value>({ kind, begin, unpack, request, take }: Asked<Value>): Promise<Value> => {
      if (kind === 'sleep' || kind === 'rest') return undefined as never;
      if (request !== undefined) return (await attempt(request)) as never;
      if (kind === 'file' && unpack !== undefined) return unpack({ problem: READS_NONE });
      if (take === undefined || unpack === undefined) return begin(0);
      const url = `http://127.0.0.1:9/receiver-${takers.size + 1}`;
      takers.set(url, take);
      return unpack(url);
    },
    script: (url: string, replies: readonly Reply[]) => {
      scripts.set(url, [...(scripts.get(url) ?? []), ...replies]);
    },
  };
}

function attemptOf(reply: Reply): SentAttempt {
  if (reply === 'timeout') return { status: null, failure: 'timeout', took: 10_000, answer: '' };
  if (reply === 'reset') return { status: null, failure: 'connection', took: 0, answer: 'ECONNRESET' };
  const { status, body = '' } = typeof reply === 'number' ? { status: reply } : reply;
  return { status, failure: null, took: 0, answer: body };
}

/** The same, but without sending anything. */
function sendsNothing(outside: Outside): Outside {
  const ask: Outside['ask'] = async (world, asked) =>
    asked.kind === 'sent' ? (NOT_SENT as never) : outside.ask(world, asked);
  return { ...outside, ask };
}

const NOT_SENT: SentAttempt = { status: null, failure: 'connection', took: 0, answer: 'a replay sends nothing' };

/** The machine's clock is not used here. */
const NO_WALL = {} as WallClock;
