import type { HostPorts } from '../runtime/world-host.ts';
import { openReceiverServer } from '../webhooks/receiver-server.ts';
import type { Images, OpenReceiverServer, SentAttempt, WallClock, WebhookSender } from '../world/ports.ts';
import type { Asked, OutsideOf } from './outside.ts';

/** The ports of each world through which all goes that comes to it from outside. */
export function outsidePorts(outsideOf: OutsideOf): NonNullable<HostPorts['ofWorld']> {
  return (world, ports) => portsOfOne(outsideOf, world, ports);
}

function portsOfOne(outsideOf: OutsideOf, world: string, ports: HostPorts): Partial<HostPorts> {
  const { wall, sender, images } = ports;
  const ask = <Value>(kind: Asked<Value>['kind'], begin: Asked<Value>['begin'], form: Asked<Value>['form'] = null) =>
    outsideOf(world)?.ask(world, { kind, begin, form }) ?? begin(0);
  return {
    aside: wall,
    wall: outsideWall(outsideOf, world, wall, ask),
    sender: outsideSender(outsideOf, world, sender),
    images: outsideImages(images, ask),
    reading: (read) => ask('file', read, FILE as Asked<Awaited<ReturnType<typeof read>>>['form']),
    openServer: outsideServer(outsideOf, world, ask),
  };
}

type Ask = <Value>(
  kind: Asked<Value>['kind'],
  begin: Asked<Value>['begin'],
  form?: Asked<Value>['form'],
) => Promise<Value>;

function outsideWall(outsideOf: OutsideOf, world: string, wall: WallClock, ask: Ask): WallClock {
  return {
    now: () => outsideOf(world)?.now() ?? wall.now(),
    callAt: (instant, call) => outsideOf(world)?.callAt(world, instant, call, wall) ?? wall.callAt(instant, call),
    sleep: (milliseconds, signal) => ask('sleep', () => wall.sleep(milliseconds, signal)),
    turn: () => ask('turn', () => wall.turn()),
  };
}

function outsideSender(outsideOf: OutsideOf, world: string, sender: WebhookSender): WebhookSender {
  return {
    ...sender,
    send: (request) => {
      const outside = outsideOf(world);
      return outside === null ? sender.send(request) : outside.send(world, request, () => sender.send(request));
    },
  };
}

function outsideImages(images: Images, ask: Ask): Images {
  return {
    ...images,
    inspect: (...given) => ask('picture', () => images.inspect(...given)),
    encode: (...given) => ask('picture', () => images.encode(...given)),
    process: (...given) => ask('picture', () => images.process(...given)),
  };
}

function outsideServer(outsideOf: OutsideOf, world: string, ask: Ask): OpenReceiverServer {
  return (take) => {
    const begin = (of: number) =>
      openReceiverServer((delivery) => {
        const outside = outsideOf(world);
        return outside === null ? take(delivery) : outside.receive(world, of, delivery, take);
      });
    return ask('receiver', begin, {
      pack: ({ url }) => url,
      unpack: (url, of) => {
        outsideOf(world)?.playReceiver(world, of, String(url), take);
        return { url: String(url), close: async () => {} };
      },
    });
  };
}

/** The bytes of a file, or why it was not read. */
const FILE: Asked<Uint8Array | { problem: string }>['form'] = {
  pack: (read) => ('problem' in read ? read : { base64: Buffer.from(read).toString('base64') }),
  unpack: (packed) => {
    const { base64, problem } = packed as { base64?: string; problem?: string };
    return base64 === undefined ? { problem: problem ?? '' } : Buffer.from(base64, 'base64');
  },
};

/** What is known of an attempt when it is decided; `hasRest` where more of its answer comes. */
export type PackedAttempt = Omit<SentAttempt, 'rest'> & { hasRest?: boolean };
