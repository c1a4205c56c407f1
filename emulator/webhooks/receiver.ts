import * as z from 'zod';
import { wallClock } from '../adapters/wall-clock.ts';
import type { Verification } from '../domain/signature.ts';
import { ControlRefusal } from '../domain/test-control/control-refusal.ts';
import { parseInput, refuseUndefinedAccount } from '../domain/values/bad-input.ts';
import type { OpenReceiverServer, RawDelivery, ReceiverServer, Reply } from '../world/ports.ts';
import {
  type EndpointInput,
  type EndpointReport,
  type EndpointWithSecret,
  type ReceiverInput,
  type ReceiverRepliesInput,
  type ReceiverReport,
  receiverRepliesSchema,
  receiverSchema,
  replySchema,
} from './shapes.ts';
import { verifySignature } from './verify-signature.ts';

export type ReceivedDelivery = {
  /** When it arrived, on the clock of the world. */
  at: string;
  event: { id: string; type: string; created: string; data: { object: Record<string, unknown> } } & Record<
    string,
    unknown
  >;
  attempt: number;
  headers: Record<string, string>;
  /** The raw bytes. */
  raw: Buffer;
  verification: Verification;
  reply: Reply;
};

export type ReceiverOptions = Omit<EndpointInput, 'url'> & {
  /** The replies, one for each delivery in turn. */
  replies?: Reply[];
  /** The reply after these are used up; 200 by default. */
  otherwise?: Reply;
};

export type WebhookReceiver = {
  readonly url: string;
  /** The id of its endpoint. */
  readonly endpoint: string;
  /** The same id, under the name that endpoints use. */
  readonly id: string;
  /** All deliveries so far, in order. */
  readonly received: readonly ReceivedDelivery[];
  /** Adds replies after the remaining ones. */
  reply(...replies: Reply[]): void;
  /** Resolves with the first matching delivery, at once if it has already arrived. The timeout is in real time. */
  waitFor(matches?: (delivery: ReceivedDelivery) => boolean, timeoutMilliseconds?: number): Promise<ReceivedDelivery>;
  /** Verifies with another secret from now on, as after a rotation. */
  holdSecret(secret: string): void;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

const scriptSchema = z.strictObject({ replies: z.array(replySchema), otherwise: replySchema.optional() });

const DEFAULT_WAIT = 5_000;

type Registry = {
  register(endpoint: EndpointInput): EndpointWithSecret;
  list(): EndpointReport[];
  remove(id: string): void;
};

/** What a receiver needs: a server, the time of the world and of the machine, and which of the two signatures use. */
type Ground = { open: OpenReceiverServer; worldNow(): string; machineNow(): number; signedBy(): 'wall' | 'virtual' };

/** Opens a receiver inside the emulator: it is registered, verifies signatures, and answers as scripted. */
export async function openReceiver(
  webhooks: Registry,
  { open, worldNow, machineNow, signedBy }: Ground,
  options: ReceiverOptions = {},
): Promise<WebhookReceiver> {
  const { replies: scripted = [], otherwise = 200, ...endpointInput } = options;
  parseInput('The receiver', scriptSchema, { replies: scripted, otherwise });
  const replies = [...scripted];
  const received: ReceivedDelivery[] = [];
  const waiting = new Set<() => void>();
  let secret = '';

  const take = (delivery: RawDelivery): Reply => {
    const { headers, body: raw } = delivery;
    const at = worldNow();
    const now = signedBy() === 'wall' ? new Date(machineNow()) : new Date(at);
    const header = headers['service-signature'] ?? '';
    const verification = verifySignature({ body: raw, header, secret, now });
    const reply = replies.shift() ?? otherwise;
    const attempt = Number(headers['service-delivery-attempt']);
    received.push({ at, event: JSON.parse(raw.toString()), attempt, headers, raw, verification, reply });
    for (const tryResolve of waiting) tryResolve();
    return reply;
  };

  const server = await open(take);
  const endpoint = await registerOrClose(webhooks, { ...endpointInput, url: server.url }, server);
  secret = endpoint.secret;
  const close = async () => {
    if (webhooks.list().some(({ id }) => id === endpoint.id)) webhooks.remove(endpoint.id);
    await server.close();
  };
  return {
    url: server.url,
    endpoint: endpoint.id,
    id: endpoint.id,
    received,
    reply: (...more) => {
      parseInput('The receiver', scriptSchema, { replies: more });
      replies.push(...more);
    },
    waitFor: (matches = () => true, timeout = DEFAULT_WAIT) => firstOf(received, waiting, matches, timeout),
    holdSecret: (other) => {
      secret = other;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function registerOrClose(webhooks: Registry, endpoint: EndpointInput, server: ReceiverServer) {
  try {
    return webhooks.register(endpoint);
  } catch (refusal) {
    await server.close();
    throw refusal;
  }
}

function firstOf(
  received: readonly ReceivedDelivery[],
  waiting: Set<() => void>,
  matches: (delivery: ReceivedDelivery) => boolean,
  timeout: number,
): Promise<ReceivedDelivery> {
  return new Promise((resolve, reject) => {
    const tryResolve = () => {
      const delivery = received.find(matches);
      if (delivery === undefined) return false;
      waiting.delete(tryResolve);
      timer.cancel();
      resolve(delivery);
      return true;
    };
    const timer = wallClock.callAt(wallClock.now() + timeout, () => {
      waiting.delete(tryResolve);
      const came = received.map(({ event, attempt }) => `${event.type} (attempt ${attempt})`).join(', ');
      reject(
        new Error(
          `no delivery that matches came within ${timeout} ms; ${came === '' ? 'none came' : `there came: ${came}`}`,
        ),
      );
    });
    if (!tryResolve()) waiting.add(tryResolve);
  });
}

/** Receivers of webhooks that are opened over HTTP, for clients in any language. */
export type ScriptedReceivers = {
  open(input?: ReceiverInput): Promise<ReceiverReport>;
  list(): ReceiverReport[];
  read(id: string): ReceiverReport;
  reply(id: string, input: ReceiverRepliesInput): ReceiverReport;
  close(id: string): Promise<void>;
};

/** The maximum number of open receivers, since each has its own port. */
const MOST_OPEN = 50;

export function scriptedReceivers(
  world: string,
  openOne: (options: ReceiverOptions) => ReturnType<typeof openReceiver>,
): ScriptedReceivers {
  const open = new Map<string, WebhookReceiver>();
  let made = 0;
  const find = (id: string) => {
    const receiver = open.get(id);
    if (receiver === undefined) throw new ControlRefusal(404, `there is no receiver ${id} in the world ${world}`);
    return receiver;
  };
  return {
    open: async (input = {}) => {
      refuseUndefinedAccount('The receiver', Object(input));
      const { account, ...options } = parseInput('The receiver', receiverSchema, input);
      if (open.size >= MOST_OPEN) throw new ControlRefusal(409, `${MOST_OPEN} receivers are open: close one first`);
      const given = options as ReceiverOptions;
      const receiver = await openOne(account === undefined ? given : { ...given, account });
      made += 1;
      const id = `receiver-${made}`;
      open.set(id, receiver);
      return reportOf(id, receiver);
    },
    list: () => [...open].map(([id, receiver]) => reportOf(id, receiver)),
    read: (id) => reportOf(id, find(id)),
    reply: (id, input) => {
      const receiver = find(id);
      const { replies } = parseInput('The replies', receiverRepliesSchema, input);
      for (const reply of replies) receiver.reply(reply as Reply);
      return reportOf(id, receiver);
    },
    close: async (id) => {
      const receiver = find(id);
      open.delete(id);
      await receiver.close();
    },
  };
}

function reportOf(id: string, { url, endpoint, received }: WebhookReceiver): ReceiverReport {
  return { id, url, endpoint, received: received.map(receivedReport) };
}

function receivedReport({
  at,
  attempt,
  headers,
  raw,
  verification,
  reply,
}: ReceivedDelivery): ReceiverReport['received'][number] {
  const reason = verification.ok ? null : verification.reason;
  return { at, attempt, headers, body: raw.toString(), verified: verification.ok, reason, reply };
}
