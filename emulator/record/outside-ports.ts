import type { HostPorts } from '../runtime/world-host.ts';
import { openReceiverServer } from '../webhooks/receiver-server.ts';
import type { SentAttempt } from '../world/ports.ts';
import type { Asked, OutsideOf } from './outside.ts';

/** The ports of each world through which all goes that comes to it from outside. */
export function outsidePorts(outsideOf: OutsideOf): NonNullable<HostPorts['ofWorld']> {
  return (world, ports) => portsOfOne(outsideOf, world, ports);
}

function portsOfOne(outsideOf: OutsideOf, world: string, ports: HostPorts): Partial<HostPorts> {
  const { wall, sender, images } = ports;
  const ask = <Value>(kind: Asked<Value>['kind'], begin: Asked<Value>['begin'], more: Partial<Asked<Value>> = {}) =>
    outsideOf(world)?.ask(world, { kind, begin, form: null, ...more }) ?? begin(0);
  const send = async (request: Parameters<typeof sender.send>[0]): Promise<SentAttempt> => {
    const begin = (): Promise<PlayedAttempt> => sender.send(request);
    const { hasRest, rest, ...decided } = await ask('sent', begin, { form: ATTEMPT, request });
    if (hasRest !== true && rest === undefined) return decided;
    return { ...decided, rest: ask('rest', () => rest ?? Promise.resolve(''), { form: TEXT }) };
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
    reading: (read) =>
      ask('file', read, { form: FILE as NonNullable<Asked<Awaited<ReturnType<typeof read>>>['form']> }),
    openServer: (take) => {
      const begin = (of: number) =>
        openReceiverServer((delivery) => {
          const outside = outsideOf(world);
          return outside === null ? take(delivery) : outside.receive(world, of, delivery, take);
        });
      return ask('receiver', begin, { form: SERVER, take });
    },
  };
}

type Form<Value> = NonNullable<Asked<Value>['form']>;

/** What is known of an attempt when it is decided; `hasRest` where more of its answer comes. */
type PlayedAttempt = SentAttempt & { hasRest?: boolean };
const ATTEMPT: Form<PlayedAttempt> = {
  pack: ({ rest, ...decided }) => (rest === undefined ? decided : { ...decided, hasRest: true }),
  unpack: (packed) => packed as PlayedAttempt,
};

const TEXT: Form<string> = { pack: (text) => text, unpack: String };

const SERVER: Form<{ url: string; close(): Promise<void> }> = {
  pack: ({ url }) => url,
  unpack: (url) => ({ url: String(url), close: async () => {} }),
};

/** The bytes of a file, or why it was not read. */
const FILE: Form<Uint8Array | { problem: string }> = {
  pack: (read) => ('problem' in read ? read : { base64: Buffer.from(read).toString('base64') }),
  unpack: (packed) => {
    const { base64, problem } = packed as { base64?: string; problem?: string };
    return base64 === undefined ? { problem: problem ?? '' } : Buffer.from(base64, 'base64');
  },
};
