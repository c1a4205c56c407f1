import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beginningOf } from '../../../shared/beginning.ts';
import { excessText, type JsonBounds } from '../../../shared/json-excess.ts';
import type { ReceiverConfig } from '../../target/target.ts';
import type { ReceivedHook } from '../http/exchange.ts';
import { pairsOf } from '../http/headers.ts';
import { giveEarly, giveReply, pauseUntil, type Reply, replyText, type Scripted } from './reply.ts';

type HookOptions = {
  /** The target's clock, in milliseconds since 1970. */
  clock?: () => Promise<number> | number;
  replies?: Scripted;
  /** Receives what is sent to no known path: a manually registered endpoint has only one address. */
  anywhere?: boolean;
};

/** Receives deliveries for many hooks, each with an unguessable path. */
export type Receiver = {
  /** Returns the address to register. Opening a name again resets it under another path. */
  open(hook: string, options?: HookOptions): { url: string };
  /** Sets the next replies. They are used one after the other, and the last one is repeated. */
  setReplies(hook: string, replies: Scripted): void;
  /** Returns the deliveries so far, in the order of arrival. */
  received(hook: string): readonly ReceivedHook[];
  /** Returns the first matching delivery, immediately if it has already arrived; null if none arrives in time. */
  waitFor(hook: string, matches: (delivery: ReceivedHook) => boolean, timeout: number): Promise<ReceivedHook | null>;
  /** Resolves when all deliveries have been replied to, including late replies. */
  replied(hook: string): Promise<void>;
  /** Later deliveries are answered with 410. */
  shut(hook: string): void;
  close(): Promise<void>;
};

export type ReceiverOptions = { port?: number; host?: string; public_url?: string | null };

type Hook = {
  name: string;
  token: string;
  clock: (() => Promise<number> | number) | null;
  anywhere: boolean;
  replies: Reply[];
  /** In the order of arrival; null while the target's clock is being read. */
  slots: (ReceivedHook | null)[];
  waiting: Set<() => void>;
  /** Replies that have not been sent yet. */
  underWay: Set<Promise<void>>;
};

export async function openReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const { port = 0, host = '127.0.0.1', public_url = null } = options;
  const hooks = new Map<string, Hook>();
  const closing = new AbortController();
  const server = createServer((incoming, outgoing) => {
    take(incoming, outgoing, [...hooks.values()], closing.signal).catch(() => outgoing.destroy());
  });
  server.keepAliveTimeout = 60_000;
  server.maxConnections = MOST_CONNECTIONS;
  await listen(server, port, host);
  const base = (public_url ?? localUrl(host, (server.address() as AddressInfo).port)).replace(/\/+$/, '');

  const opened = (name: string): Hook => {
    const hook = hooks.get(name);
    if (hook === undefined) throw new Error(`there is no hook ${name}; open it first`);
    return hook;
  };
  return {
    open: (name, { clock, replies = 200, anywhere = false } = {}) => {
      const token = randomBytes(18).toString('base64url');
      hooks.delete(name);
      const state = { clock: clock ?? null, replies: scriptOf(replies), slots: [], waiting: new Set<() => void>() };
      const underWay = new Set<Promise<void>>();
      hooks.set(name, { name, token, anywhere, underWay, ...state });
      return { url: `${base}/hooks/${token}` };
    },
    setReplies: (name, replies) => {
      opened(name).replies = scriptOf(replies);
    },
    received: (name) => arrivedAt(opened(name)),
    waitFor: (name, matches, timeout) => firstOf(opened(name), matches, timeout),
    replied: async (name) => void (await Promise.allSettled(opened(name).underWay)),
    shut: (name) => void hooks.delete(name),
    close: () => {
      closing.abort();
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** For all endpoints together. */
const MOST_CONNECTIONS = 500;
/** More than any lawful sender sends to one endpoint during a scenario. Further deliveries are not recorded. */
const MOST_DELIVERIES = 500;

async function take(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  hooks: readonly Hook[],
  closing: AbortSignal,
): Promise<void> {
  const at = Date.now();
  const takers = takersOf(incoming.url ?? '/', hooks);
  if (takers.some(({ slots }) => slots.length >= MOST_DELIVERIES)) return void outgoing.writeHead(429).end();
  const slots = takers.map((hook) => hook.slots.push(null) - 1);
  const raw = await readDelivery(incoming);
  const reply = takers.length === 0 ? 410 : nextReply(takers);
  const { method = '', url: path = '/' } = incoming;
  const seen = { method, path, headers: pairsOf(incoming.rawHeaders), raw, at, reply: replyText(reply) };
  await Promise.all(
    takers.map(async (hook, index) => {
      const received = { hook: hook.name, ...seen, ...(await targetTime(hook, at)) };
      hook.slots[slots[index] ?? 0] = received;
      for (const look of hook.waiting) look();
    }),
  );
  const replying = replyInTime({ reply, at, takers, slots }, outgoing, closing);
  for (const { underWay } of takers) underWay.add(replying);
  await replying.finally(() => {
    for (const { underWay } of takers) underWay.delete(replying);
  });
}

type Taken = { reply: Reply; at: number; takers: readonly Hook[]; slots: readonly number[] };

/** The clock has been read before, so that only the reply's own delay keeps the sender waiting. */
async function replyInTime({ reply, at, takers, slots }: Taken, outgoing: ServerResponse, closing: AbortSignal) {
  giveEarly(reply, outgoing);
  await pauseUntil(at, reply, -ASKED_BEFORE, closing);
  const noted = noteDelays(takers, slots, reply, at);
  await pauseUntil(at, reply, 0, closing);
  giveReply(reply, outgoing);
  await noted;
}

const ASKED_BEFORE = 500;

/** If the sender's timeouts run on the target's clock, only that clock shows how long it had to wait. */
async function noteDelays(takers: readonly Hook[], slots: readonly number[], reply: Reply, at: number): Promise<void> {
  if (typeof reply === 'number' || reply.delay === undefined) return;
  await Promise.all(
    takers.map(async (hook, index) => {
      const slot = slots[index] ?? 0;
      const received = hook.slots[slot];
      if (received === null || received === undefined) return;
      const now = Date.now();
      const { target_at, clock_failed } = await targetTime(hook, now);
      const target = target_at - received.target_at;
      if (clock_failed === undefined && received.clock_failed === undefined)
        hook.slots[slot] = { ...received, answered_after: { received: now - at, target } };
    }),
  );
}

/** A proxy may keep the path, shorten it or add a prefix, so only the token counts. */
function takersOf(url: string, hooks: readonly Hook[]): Hook[] {
  const segments = new Set((url.split('?')[0] ?? '').split('/'));
  const named = hooks.filter(({ token }) => segments.has(token));
  return named.length > 0 ? named : hooks.filter(({ anywhere }) => anywhere);
}

/** If several hooks share an address, the most recently opened one replies. */
function nextReply(takers: readonly Hook[]): Reply {
  const script = takers.at(-1)?.replies ?? [];
  return (script.length > 1 ? script.shift() : script[0]) ?? 200;
}

/** Without this limit, a target that is slow to report its time would mistake the wait for a slow receiver. */
const CLOCK_PATIENCE = 5_000;

type TargetTime = { target_at: number; clock_failed?: string };

async function targetTime({ clock }: Hook, at: number): Promise<TargetTime> {
  if (clock === null) return { target_at: at };
  let alarm: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    alarm = setTimeout(() => reject(new Error('it did not report its time soon enough')), CLOCK_PATIENCE);
  });
  try {
    return { target_at: await Promise.race([clock(), late]) };
  } catch (error) {
    return { target_at: at, clock_failed: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(alarm);
  }
}

function arrivedAt({ slots }: Hook): ReceivedHook[] {
  return slots.filter((slot) => slot !== null);
}

function firstOf(hook: Hook, matches: (delivery: ReceivedHook) => boolean, timeout: number) {
  return new Promise<ReceivedHook | null>((resolve) => {
    const settle = (found: ReceivedHook | null) => {
      clearTimeout(alarm);
      hook.waiting.delete(look);
      resolve(found);
    };
    const look = () => {
      const found = arrivedAt(hook).find(matches);
      if (found !== undefined) settle(found);
    };
    const alarm = setTimeout(() => settle(null), timeout);
    hook.waiting.add(look);
    look();
  });
}

function scriptOf(replies: Scripted): Reply[] {
  return typeof replies === 'object' && 'length' in replies ? [...replies] : [replies];
}

function listen(server: ReturnType<typeof createServer>, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ message }) => {
      reject(new Error(`the receiver cannot listen on ${host}:${port} (${message}); choose another with listen`));
    });
    server.listen(port, host, resolve);
  });
}

/** An address that stands for all interfaces cannot be called. */
function localUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** A delivery is never larger or deeper, since it contains a single job. */
const MOST_BYTES = 1024 * 1024;
const MOST: JsonBounds = { depth: 200, values: 100_000 };
/** The length to which larger deliveries are cut, so that they stay recognizable. */
const LEFT = 1000;

/** Reads the body of a delivery. One that is too large is cut, and is no longer JSON. */
async function readDelivery(incoming: IncomingMessage): Promise<ReceivedHook['raw']> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    if (size <= MOST_BYTES) chunks.push(chunk);
    size += chunk.byteLength;
  }
  const raw = rawOf(Buffer.concat(chunks));
  const text = 'text' in raw ? raw.text : raw.base64;
  const excess = size > MOST_BYTES ? 'is larger than 1 MiB' : excessText(text, MOST);
  return excess === null ? raw : { text: `${beginningOf(text, LEFT)}… (cut: it ${excess})` };
}

function rawOf(bytes: Buffer): ReceivedHook['raw'] {
  const text = bytes.toString();
  return Buffer.from(text).equals(bytes) ? { text } : { base64: bytes.toString('base64') };
}

/** A receiver for the whole run, opened when the first scenario needs it. */
export type ReceiverSource = {
  /** A manually registered endpoint: all its deliveries arrive at one address, whichever scenario they are for. */
  shared: { secret: string; environment: string | null } | null;
  get(): Promise<Receiver>;
  close(): Promise<void>;
};

/** `environment`: a manually registered endpoint belongs to the environment of the key that is used first. */
export function receiverSource(config: ReceiverConfig | null, environment: string | null): ReceiverSource {
  let opened: Promise<Receiver> | null = null;
  const { host, port } = config?.listen ?? { host: '127.0.0.1', port: 0 };
  const secret = config?.secret ?? null;
  return {
    shared: secret === null ? null : { secret, environment },
    get: () => {
      opened ??= openReceiver({ host, port, public_url: config?.public_url ?? null });
      return opened;
    },
    close: async () => (await opened?.catch(() => null))?.close(),
  };
}
