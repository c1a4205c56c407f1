import {
  atMostWords,
  type CliCommand,
  EXIT,
  type Flags,
  oneOfWords,
  textFlag,
  UsageError,
  wordFlag,
} from '../../shared/command.ts';
import { ENVIRONMENTS } from '../domain/vocabulary.ts';
import { EVENT_TYPES } from '../domain/webhook.ts';
import { openReceiverServer } from '../webhooks/receiver-server.ts';
import type { EndpointWithSecret } from '../webhooks/shapes.ts';
import { verifySignature } from '../webhooks/verify-signature.ts';
import type { RawDelivery, Reply } from '../world/ports.ts';
import { interrupted } from './interrupted.ts';
import { print } from './print.ts';
import { callRemote, REMOTE_HELP, REMOTE_OPTIONS, remoteAddress } from './remote.ts';
import { stayRegistered } from './stay-registered.ts';

const TYPES = [...EVENT_TYPES, 'test.ping'] as const;

export const listenCommand: CliCommand = {
  help: `tryon-emulator listen [--forward-to URL]: print each event of a running emulator as it comes, until interrupted.

  --forward-to URL   hand each delivery on, byte for byte, and answer the emulator as that address does
  --environment NAME ${ENVIRONMENTS.join(' or ')} (default test)
  --events TYPES     ${TYPES.join(', ')}, with commas between (default: all)
${REMOTE_HELP}

Where the emulator is started again, or its world reset, the endpoint is registered anew, under a secret that is printed.`,
  options: {
    ...REMOTE_OPTIONS,
    'forward-to': { type: 'string' },
    environment: { type: 'string' },
    events: { type: 'string' },
  },
  run: async (flags, words) => {
    atMostWords(words, 0);
    const target = forwardTarget(flags);
    const events = textFlag(flags, 'events')
      ?.split(',')
      .map((name) => oneOfWords(name, TYPES, '--events'));
    const environment = wordFlag(flags, 'environment', ENVIRONMENTS) ?? 'test';
    const stop = interrupted();
    let current = { id: '', secret: '' };
    const server = await openReceiverServer(async (delivery) => {
      const reply = target === null ? 204 : await forward(target, delivery);
      tell(flags, delivery, reply, current.secret);
      return reply;
    });
    try {
      const body = { url: server.url, environment, ...(events !== undefined && { events }) };
      const register = async () => {
        current = await callRemote<EndpointWithSecret>(flags, 'POST', '/endpoints', body);
        greet(flags, current);
        return current.id;
      };
      const stopping = new AbortController();
      stop.then(() => stopping.abort());
      await stayRegistered(remoteAddress(flags), await register(), register, stopping.signal);
      await callRemote(flags, 'DELETE', `/endpoints/${current.id}`).catch(() => null);
    } finally {
      await server.close();
    }
    return EXIT.fine;
  },
};

function greet(flags: Flags, { id, secret }: Pick<EndpointWithSecret, 'id' | 'secret'>): void {
  if (flags['json'] === true) print(JSON.stringify({ endpoint: id, secret }));
  else print(`listening as ${id}; the secret is ${secret}\nCtrl-C stops it and removes the endpoint.`);
}

function forwardTarget(flags: Flags): string | null {
  const target = textFlag(flags, 'forward-to') ?? null;
  if (target === null || (/^https?:/i.test(target) && URL.canParse(target))) return target;
  throw new UsageError(`--forward-to must be an address, such as http://127.0.0.1:3000/hooks, not ${target}`);
}

/** Headers that belong to one connection, not to the message. */
const OF_CONNECTION = ['host', 'connection', 'content-length', 'keep-alive', 'transfer-encoding'];

async function forward(target: string, { headers, body }: RawDelivery): Promise<Reply> {
  const passed = Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.includes(name)));
  try {
    const response = await fetch(target, {
      method: 'POST',
      headers: passed,
      body: new Uint8Array(body),
      redirect: 'manual',
    });
    return { status: response.status, body: await response.text() };
  } catch {
    // Nobody is there: to the emulator that is what it would have met itself.
    return 'reset';
  }
}

function tell(flags: Flags, { headers, body }: RawDelivery, reply: Reply, secret: string): void {
  const header = headers['service-signature'] ?? '';
  const { ok } = verifySignature({ body, header, secret });
  const attempt = Number(headers['service-delivery-attempt']);
  const event = JSON.parse(body.toString());
  const answer = typeof reply === 'object' ? reply.status : reply;
  if (flags['json'] === true) print(JSON.stringify({ attempt, signed: ok, answer, event }));
  else
    print(
      `${event.created}  ${event.type}  ${event.data.object.id ?? event.data.object.endpoint_id}  attempt ${attempt}  ${ok ? 'signed' : 'SIGNATURE WRONG'}  -> ${answer}`,
    );
}
