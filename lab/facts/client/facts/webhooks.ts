import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { at, idForm, members, timeForm } from '../forms.ts';
import type { Found } from '../read-facts.ts';
import {
  type Access,
  type Account,
  finish,
  firstListIn,
  jobIn,
  now,
  openAccount,
  readJob,
  toNextDue,
} from '../service.ts';

const EVENT = 'id object type api_version created livemode data'.split(' ');

type Delivery = { headers: IncomingHttpHeaders; text: string; json: unknown; at: number };

type Receiver = { url: string; got: Delivery[]; close(): Promise<void> };

/** Receives deliveries, and records when each arrived on the clock of the account. */
async function receive(account: Account, status: number): Promise<Receiver> {
  const got: Delivery[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const text = Buffer.concat(chunks).toString();
      got.push({ headers: request.headers, text, json: JSON.parse(text), at: await now(account) });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    got,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function listening(
  access: Access,
  status: number,
  use: (account: Account, receiver: Receiver, endpoint: string) => Promise<Found>,
): Promise<Found> {
  const account = await openAccount(access);
  const receiver = await receive(account, status);
  try {
    const sent = { account: account.id, environment: 'live', url: receiver.url };
    const endpoint = String(at(await account.drive('POST /endpoints', sent), 'id'));
    return await use(account, receiver, endpoint);
  } finally {
    await receiver.close();
  }
}

/** Advances the clock until `count` deliveries have arrived or no work is left. */
async function collect(account: Account, { got }: Receiver, count: number): Promise<void> {
  for (let step = 0; step < 30 && got.length < count; step += 1) if (!(await toNextDue(account))) return;
}

/** An acknowledged event with its job, a ping and a resend. */
export async function events(access: Access): Promise<Found> {
  return listening(access, 204, async (account, receiver, endpoint) => {
    const id = await jobIn(account, null);
    const job = await finish(account, id);
    await collect(account, receiver, 1);
    const { text } = await readJob(account, id);
    await collect(account, receiver, 2);
    const [event] = receiver.got;
    const copies = receiver.got.length;
    await account.drive(`POST /endpoints/${endpoint}/ping`);
    const deliveries = await account.drive(`GET /endpoints/${endpoint}/deliveries`);
    const own = firstListIn(deliveries).find((one) => at(one, 'event.type') === 'job.succeeded');
    await account.drive(`POST /deliveries/${at(own, 'id')}/resend`);
    await account.drive(`POST /endpoints/${endpoint}/rotate`, { keep_previous_for: '1h' });
    await account.drive(`POST /endpoints/${endpoint}/ping`);
    const [ping, resent, rotated] = receiver.got.slice(copies);
    return {
      'event.further members': members(event?.json, EVENT),
      'event.livemode': at(event?.json, 'livemode'),
      'event.id': idForm(at(event?.json, 'id')),
      'event.created': timeForm(at(event?.json, 'created')),
      'event.carries the bytes of the job': event?.text.includes(text),
      'event.signature': signatureForm(event),
      'event.signature after a rotation': signatureForm(rotated),
      'event.further headers': otherHeaders(event),
      'event.delay': (event?.at ?? 0) - Date.parse(String(at(job.json, 'completed_at'))),
      'event.copies': copies,
      'event.attempt of a resend': resent?.headers['service-delivery-attempt'],
      'ping.members of the object': members(at(ping?.json, 'data.object')),
      'ping.livemode': at(ping?.json, 'livemode'),
    };
  });
}

/** An event that is never acknowledged. Whether there is an eighth attempt depends on random waits. */
export async function retries(access: Access): Promise<Found> {
  return listening(access, 500, async (account, receiver) => {
    await finish(account, await jobIn(account, null));
    await collect(account, receiver, 7);
    const { got } = receiver;
    const waits = got.slice(1).map(({ at: time }, index) => time - (got[index]?.at ?? time));
    const [first, last] = [got[0], got.at(-1)];
    return {
      'retries.waits': waits.map(nominal).join(' '),
      'retries.same body': first?.text === last?.text,
      'retries.time of their own': signedAt(first) !== signedAt(last),
    };
  });
}

const WAITS = { '1m': 1, '5m': 5, '30m': 30, '1h': 60, '3h': 180, '6h': 360, '12h': 720 };

function nominal(wait: number): string {
  const minutes = wait / 60_000;
  return Object.entries(WAITS).find(([, length]) => Math.abs(minutes / length - 1) < 0.25)?.[0] ?? 'another';
}

function signatureIn(delivery: Delivery | undefined): string {
  return String(delivery?.headers['service-signature']);
}

function signedAt(delivery: Delivery | undefined): string | undefined {
  return /t=(\d+)/.exec(signatureIn(delivery))?.[1];
}

/** The parts of a signature without their values: `t v1`. */
function signatureForm(delivery: Delivery | undefined): string {
  const parts = signatureIn(delivery).split(',');
  const hex = parts.some((part) => /^v1=.*[A-F]/.test(part)) ? ' in capitals' : '';
  return parts.map((part) => part.split('=')[0]).join(' ') + hex;
}

/** The headers of a delivery that belong neither to the specification nor to the transport. */
function otherHeaders(delivery: Delivery | undefined): string {
  const known = /^(?:host|connection|content-.*|user-agent|transfer-encoding|accept.*|sec-fetch-mode)$/;
  const specified = /^service-(?:event-id|event-type|delivery-attempt|signature)$/;
  const all = Object.keys(delivery?.headers ?? {});
  return all
    .filter((name) => !known.test(name) && !specified.test(name))
    .toSorted()
    .join(' ');
}

/** What is delivered to an endpoint that was disabled by hand. */
export async function disabled(access: Access): Promise<Found> {
  return listening(access, 204, async (account, receiver, endpoint) => {
    await account.drive(`POST /endpoints/${endpoint}/disable`);
    const ping = await account.drive(`POST /endpoints/${endpoint}/ping`).catch(() => null);
    await finish(account, await jobIn(account, null));
    await collect(account, receiver, 1);
    const listed = firstListIn(await account.drive(`GET /endpoints/${endpoint}/deliveries`));
    return {
      'disabled.ping': ping === null ? 'refused' : 'taken',
      'disabled.ping arrives': receiver.got.some((one) => at(one.json, 'type') === 'test.ping'),
      'disabled.events listed': listed.filter((one) => at(one, 'event.type') === 'job.succeeded').length,
    };
  });
}
