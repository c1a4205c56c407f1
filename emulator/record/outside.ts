import type { DeliveryRequest } from '../world/edges.ts';
import type { RawDelivery, Reply, SentAttempt, WallClock } from '../world/ports.ts';

/** Something that a world asks for outside of itself. `of` numbers what it has asked for. */
export type Asked<Value> = {
  kind: 'turn' | 'sleep' | 'picture' | 'file' | 'rest' | 'receiver';
  /** Has it done by the machine. */
  begin(of: number): Promise<Value>;
  /** How it stands in a file; null where it follows from what was asked, and only when it comes is to be known. */
  form: { pack(value: Value): unknown; unpack(packed: unknown, of: number): Value } | null;
};

/** What stands between worlds and what is outside of them while a session is recorded or played. */
export type Outside = {
  /** The instant of the machine's clock; null where it is not held. */
  now(): number | null;
  ask<Value>(world: string, asked: Asked<Value>): Promise<Value>;
  callAt(world: string, instant: number, call: () => void, wall: WallClock): { cancel(): void };
  send(world: string, request: DeliveryRequest, begin: () => Promise<SentAttempt>): Promise<SentAttempt>;
  /** A receiver of a world has got something: what becomes of it. */
  receive(world: string, of: number, delivery: RawDelivery, take: TakeDelivery): Reply | Promise<Reply>;
  /** What a receiver that is only played does with what it gets. */
  playReceiver(world: string, of: number, url: string, take: TakeDelivery): void;
};

export type TakeDelivery = (delivery: RawDelivery) => Reply | Promise<Reply>;

/** Which of them counts for a world; null where nothing stands between. */
export type OutsideOf = (world: string) => Outside | null;
