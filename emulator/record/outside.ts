import type { HostPorts } from '../runtime/world-host.ts';
import { openReceiverServer } from '../webhooks/receiver-server.ts';
import type { DeliveryRequest } from '../world/edges.ts';
import type { RawDelivery, Reply, SentAttempt, WallClock } from '../world/ports.ts';

/** A request of a world to the outside. `of` is its number. */
export type Asked<Value> = {
  kind: 'turn' | 'sleep' | 'picture' | 'file' | 'rest' | 'receiver' | 'sent';
  /** Lets the machine do it. */
  begin(of: number): Promise<Value>;
  /** How the value is written and read; without these it follows from the request, and only its time is recorded. */
  pack?(value: Value): unknown;
  unpack?(packed: unknown): Value;
  request?: DeliveryRequest;
  /** Handles the deliveries to a receiver that only exists in the replay. */
  take?: TakeDelivery;
};

export type TakeDelivery = (delivery: RawDelivery) => Reply | Promise<Reply>;

/** The layer between worlds and the outside while a session is recorded or played. */
export type Outside = {
  /** The time of the machine's clock; null if it is not stopped. */
  now(): number | null;
  ask<Value>(world: string, asked: Asked<Value>): Promise<Value>;
  callAt(world: string, instant: number, call: () => void, wall: WallClock): { cancel(): void };
  /** A receiver of a world has received a delivery; returns its answer. */
  receive(world: string, of: number, delivery: RawDelivery, take: TakeDelivery): Reply | Promise<Reply>;
};

/** The layer for a world; null if there is none. */
export type OutsideOf = (world: string) => Outside | null;

/** The real machine, with a clock that is `ahead` of it by some milliseconds. */
export function machineOutside(now: () => number, ahead = 0): Outside {
  return {
    now,
    ask: (_, { begin }) => begin(0),
    callAt: (_, instant, call, wall) => wall.callAt(instant - ahead, call),
    receive: (_world, _of, delivery, take) => take(delivery),
  };
}

/** The ports of each world, with everything from outside passed through `outsideOf`. */
export function outsidePorts(outsideOf: OutsideOf): NonNullable<HostPorts['ofWorld']> {
  return (world, { wall, sender, images }) => {
    const ask = <Value>(kind: Asked<Value>['kind'], begin: Asked<Value>['begin'], more: Partial<Asked<Value>> = {}) =>
      outsideOf(world)?.ask(world, { kind, begin, ...more }) ?? begin(0);
    const send = async (request: Parameters<typeof sender.send>[0]): Promise<SentAttempt> => {
      const begin = (): Promise<PlayedAttempt> => sender.send(request);
      const { hasRest, rest, ...decided } = await ask('sent', begin, { pack: packAttempt, unpack: asIs, request });
      if (hasRest !== true && rest === undefined) return decided;
      return { ...decided, rest: ask<string>('rest', async () => rest ?? '', { pack: asIs, unpack: String }) };
    };
    return {
      aside: wall,
      wall: {
        now: () => outsideOf(world)?.now() ?? wall.now(),
        callAt: (instant, call) => outsideOf(world)?.callAt(world, instant, call, wall) ?? wall.callAt(instant, call),
        sleep: (milliseconds, signal) => ask('sleep', () => wall.sleep(milliseconds, signal)),
        turn: () => ask('turn', () => wall.turn()),
      },
      sender: { ...sender, send: (request) => (outsideOf(world) === null ? sender.send(request) : send(request)) },
      images: {
        ...images,
        inspect: (...given) => ask('picture', () => images.inspect(...given)),
        encode: (...given) => ask('picture', () => images.encode(...given)),
        process: (...given) => ask('picture', () => images.process(...given)),
      },
      reading: (read) => ask('file', read, FILE as object),
      openServer: (take) => {
        const begin = (of: number) =>
          openReceiverServer((delivery) => outsideOf(world)?.receive(world, of, delivery, take) ?? take(delivery));
        return ask('receiver', begin, {
          pack: ({ url }) => url,
          unpack: (url) => ({ url: String(url), close: async () => {} }),
          take,
        });
      },
    };
  };
}

/** What is known about an attempt when it is decided; `hasRest` if more of its answer follows. */
type PlayedAttempt = SentAttempt & { hasRest?: boolean };

function packAttempt({ rest, ...decided }: PlayedAttempt): unknown {
  return rest === undefined ? decided : { ...decided, hasRest: true };
}

function asIs(value: unknown): never {
  return value as never;
}

/** The bytes of a file, or why it was not read. */
const FILE: Pick<Asked<Uint8Array | { problem: string }>, 'pack' | 'unpack'> = {
  pack: (read) => ('problem' in read ? read : { base64: Buffer.from(read).toString('base64') }),
  unpack: (packed) => {
    const { base64, problem = '' } = packed as { base64?: string; problem?: string };
    return base64 === undefined ? { problem } : Buffer.from(base64, 'base64');
  },
};
