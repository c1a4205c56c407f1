import type { DeliveryRequest } from '../world/edges.ts';
import type { RawDelivery, Reply, SentAttempt, WallClock } from '../world/ports.ts';

/** How a value is written in a file. */
type Form<Value> = { pack(value: Value): unknown; unpack(packed: unknown): Value };

/** Something that a world asks for outside of itself. `of` numbers what it has asked for. */
export type Asked<Value> = {
  kind: 'turn' | 'sleep' | 'picture' | 'file' | 'rest' | 'receiver' | 'sent';
  /** Has the machine do it. */
  begin(of: number): Promise<Value>;
  /** Null where the value follows from what was asked, and only when it comes is to be known. */
  form: Form<Value> | null;
  /** What goes out. */
  request?: DeliveryRequest;
  /** What becomes of what a receiver gets that is only played. */
  take?: TakeDelivery;
};

export type TakeDelivery = (delivery: RawDelivery) => Reply | Promise<Reply>;

/** What stands between worlds and what is outside of them while a session is recorded or played. */
export type Outside = {
  /** The instant of the machine's clock; null where it is not held. */
  now(): number | null;
  ask<Value>(world: string, asked: Asked<Value>): Promise<Value>;
  callAt(world: string, instant: number, call: () => void, wall: WallClock): { cancel(): void };
  /** A receiver of a world has got something: what becomes of it. */
  receive(world: string, of: number, delivery: RawDelivery, take: TakeDelivery): Reply | Promise<Reply>;
};

/** Which of them counts for a world; null where nothing stands between. */
export type OutsideOf = (world: string) => Outside | null;

/** What is outside is the machine, but that its clock is another one, `ahead` of it by so much. */
export function machineOutside(now: () => number, ahead = 0): Outside {
  return {
    now,
    ask: (_, { begin }) => begin(0),
    callAt: (_, instant, call, wall) => wall.callAt(instant - ahead, call),
    receive: (_world, _of, delivery, take) => take(delivery),
  };
}

/** The same, but that nothing goes out. */
export function sendsNothing(outside: Outside): Outside {
  const ask: Outside['ask'] = async (world, asked) =>
    asked.kind === 'sent' ? (NOT_SENT as never) : outside.ask(world, asked);
  return { ...outside, ask };
}

const NOT_SENT: SentAttempt = { status: null, failure: 'connection', took: 0, answer: 'a replay sends nothing' };
