import {
  atMostWords,
  type CliCommand,
  EXIT,
  type Flags,
  listFlag,
  textFlag,
  UsageError,
  wordFlag,
} from '../../shared/command.ts';
import { wallClock } from '../adapters/wall-clock.ts';
import { ENVIRONMENTS } from '../domain/vocabulary.ts';
import { EVENT_TYPES } from '../domain/webhook.ts';
import { callControl, type RemoteAddress, RemoteError } from '../remote/control-call.ts';
import { openReceiverServer } from '../webhooks/receiver-server.ts';
import type { EndpointWithSecret } from '../webhooks/shapes.ts';
import { verifySignature } from '../webhooks/verify-signature.ts';
import type { RawDelivery, Reply } from '../world/ports.ts';
import { interrupted, print, printError } from './print.ts';
import { callRemote, REMOTE_FLAGS, remoteAddress } from './remote.ts';

const TYPES = [...EVENT_TYPES, 'test.ping'] as const;

export const listenCommand: CliCommand = {
  forms: { '[--forward-to URL]': '' },
  flags: {
    'forward-to': { about: 'forward each webhook, and return the answer of this URL', value: 'URL' },
    environment: { about: 'environment of the events', value: 'NAME', words: ENVIRONMENTS, default: 'test' },
    events: { about: 'event types to print', value: 'TYPES', words: TYPES, list: true, default: 'all' },
    ...REMOTE_FLAGS,
  },
  notes: `Runs until you stop it. If the emulator restarts or its world is reset, the endpoint is registered again, and its new secret
is printed.`,
  examples: {
    'Forward to your handler': 'tryon-emulator listen --forward-to http://127.0.0.1:3000/hooks',
    'Print only failures, as JSON': 'tryon-emulator listen --events job.failed --json',
  },
  run: async (flags, words) => {
    atMostWords(words, 0);
    const target = forwardTarget(flags);
    const events = listFlag(flags, 'events');
    const environment = wordFlag(flags, 'environment', ENVIRONMENTS) ?? 'test';
    const stop = interrupted();
    let current = { id: '', secret: '' };
    const server = await openReceiverServer(async (delivery) => {
      const reply = target === null ? 204 : await forward(target, delivery);
      tell(flags, delivery, reply, current.secret);
      return reply;
    });
    try {
      const body = { url: server.url, environment, ...(events.length > 0 && { events }) };
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
  throw new UsageError(`--forward-to must be a URL, such as http://127.0.0.1:3000/hooks, not ${target}`);
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
    // The target did not answer, so the emulator sees what it would have seen there.
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

const BETWEEN_LOOKS = 500;

/** Registers an endpoint again whenever a restart or a reset has removed it. Throws if that is refused. */
async function stayRegistered(
  address: RemoteAddress,
  first: string,
  register: () => Promise<string>,
  stop: AbortSignal,
): Promise<void> {
  let id = first;
  let wasThere = true;
  while (!stop.aborted) {
    await wallClock.sleep(BETWEEN_LOOKS, stop);
    if (stop.aborted) return;
    const seen = await lookFor(address, id, stop);
    if (seen === 'away' && wasThere)
      printError(`the emulator at ${address.url} does not answer: waiting until it is back`);
    wasThere = seen !== 'away';
    if (seen === 'unknown') id = await register();
  }
}

/** `away`: no answer. Any refusal except for an unknown endpoint shows when it is registered again. */
async function lookFor(address: RemoteAddress, id: string, stop: AbortSignal): Promise<'there' | 'unknown' | 'away'> {
  try {
    await callControl(address, 'GET', `/endpoints/${id}`, undefined, stop);
    return 'there';
  } catch (error) {
    if (stop.aborted) return 'there';
    return error instanceof RemoteError && error.status === null ? 'away' : 'unknown';
  }
}
