import { ControlRefusal } from '../domain/test-control/control-refusal.ts';
import { parseInput, refuseUndefinedAccount } from '../domain/values/bad-input.ts';
import type { Reply } from '../world/ports.ts';
import type { openReceiver, ReceivedDelivery, ReceiverOptions, WebhookReceiver } from './receiver.ts';
import {
  type ReceiverInput,
  type ReceiverRepliesInput,
  type ReceiverReport,
  receiverRepliesSchema,
  receiverSchema,
} from './shapes.ts';

/** Receivers of webhooks that are opened over HTTP, for clients in any language. */
export type ScriptedReceivers = {
  open(input?: ReceiverInput): Promise<ReceiverReport>;
  list(): ReceiverReport[];
  read(id: string): ReceiverReport;
  reply(id: string, input: ReceiverRepliesInput): ReceiverReport;
  close(id: string): Promise<void>;
};

/** So many may be open at once: each has a port of its own. */
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
