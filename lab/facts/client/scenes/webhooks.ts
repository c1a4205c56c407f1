import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { at } from '../forms.ts';
import { type Access, type Account, finish, jobIn, now, openAccount, readJob, toNextDue } from '../service.ts';

type Delivery = { headers: IncomingHttpHeaders; names: string[]; text: string; json: unknown; at: number };

type Receiver = { url: string; got: Delivery[]; close(): Promise<void> };

/** Takes deliveries, and notes when each came on the clock of the account. */
async function receive(account: Account, statusOf: (count: number) => number): Promise<Receiver> {
  const got: Delivery[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const text = Buffer.concat(chunks).toString();
      const { headers } = request;
      got.push({ headers, names: Object.keys(headers), text, json: JSON.parse(text), at: await now(account) });
      response.writeHead(statusOf(got.length)).end();
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

async function listening<Found>(
  access: Access,
  statusOf: (count: number) => number,
  use: (account: Account, receiver: Receiver, endpoint: string) => Promise<Found>,
): Promise<Found> {
  const account = await openAccount(access);
  const receiver = await receive(account, statusOf);
  try {
    const sent = { account: account.id, environment: 'live', url: receiver.url };
    const endpoint = String(at(await account.drive('POST /endpoints', sent), 'id'));
    return await use(account, receiver, endpoint);
  } finally {
    await receiver.close();
  }
}

/** Goes on until so many deliveries have come, or no work is left. */
async function collect(account: Account, { got }: Receiver, count: number): Promise<void> {
  for (let step = 0; step < 30 && got.length < count; step += 1) if (!(await toNextDue(account))) return;
}

/** An event that is acknowledged, with the job that it is about, a ping and a resend. */
export async function events(access: Access) {
  return listening(
    access,
    () => 204,
    async (account, receiver, endpoint) => {
      const id = await jobIn(account, null);
      const job = await finish(account, id);
      const ended = Date.parse(String(at(job.json, 'completed_at')));
      await collect(account, receiver, 1);
      const [event] = receiver.got;
      const read = await readJob(account, id);
      await collect(account, receiver, 2);
      const copies = receiver.got.length;
      await account.drive(`POST /endpoints/${endpoint}/ping`);
      const ping = receiver.got[copies];
      const deliveries = await account.drive(`GET /endpoints/${endpoint}/deliveries`);
      const listed = Array.isArray(deliveries) ? deliveries : [];
      const own = listed.find((one) => at(one, 'event.type') === 'job.succeeded');
      await account.drive(`POST /deliveries/${at(own, 'id')}/resend`);
      await account.drive(`POST /endpoints/${endpoint}/rotate`, { keep_previous_for: '1h' });
      await account.drive(`POST /endpoints/${endpoint}/ping`);
      const [resent, rotated] = receiver.got.slice(copies + 1);
      return {
        event,
        ping,
        resent,
        rotated,
        copies,
        isJob: event?.text.includes(read.text) ?? null,
        delay: (event?.at ?? 0) - ended,
      };
    },
  );
}

/** An event that is never acknowledged. */
export async function retries(access: Access) {
  return listening(
    access,
    () => 500,
    async (account, receiver) => {
      await finish(account, await jobIn(account, null));
      await collect(account, receiver, 9);
      const waits = receiver.got.map(({ at: time }, index) => time - (receiver.got[index - 1]?.at ?? time)).slice(1);
      const [first] = receiver.got;
      const last = receiver.got.at(-1);
      return {
        // Whether there is an eighth attempt depends on the waits that were drawn.
        waits: waits.slice(0, 6).map(nominal).join(' '),
        sameBody: first?.text === last?.text,
        ownTime: signedAt(first) !== signedAt(last),
      };
    },
  );
}

const WAITS = { '1m': 1, '5m': 5, '30m': 30, '1h': 60, '3h': 180, '6h': 360, '12h': 720 };

function nominal(wait: number): string {
  const minutes = wait / 60_000;
  return Object.entries(WAITS).find(([, length]) => Math.abs(minutes / length - 1) < 0.25)?.[0] ?? 'another';
}

function signedAt(delivery: Delivery | undefined): string | undefined {
  return /t=(\d+)/.exec(String(delivery?.headers['service-signature']))?.[1];
}

/** The parts of a signature without their values: `t v1`. */
export function signatureForm(delivery: Delivery | undefined): string {
  const parts = String(delivery?.headers['service-signature']).split(',');
  const hex = parts.some((part) => /^v1=.*[A-F]/.test(part)) ? ' in capitals' : '';
  return parts.map((part) => part.split('=')[0]).join(' ') + hex;
}

const SENT =
  'host connection content-length content-type user-agent transfer-encoding accept accept-encoding accept-language';
const SPECIFIED = 'service-event-id service-event-type service-delivery-attempt service-signature sec-fetch-mode';

/** The headers of a delivery that are not specified. */
export function otherHeaders(delivery: Delivery | undefined): string {
  const known = [...SENT.split(' '), ...SPECIFIED.split(' ')];
  return (delivery?.names ?? [])
    .filter((name) => !known.includes(name))
    .toSorted()
    .join(' ');
}

/** What a job that was deleted, or an endpoint that was disabled, does to an event. */
export async function oddEvents(access: Access) {
  const disabled = await listening(
    access,
    () => 204,
    async (account, receiver, endpoint) => {
      await account.drive(`POST /endpoints/${endpoint}/disable`);
      const ping = await account.drive(`POST /endpoints/${endpoint}/ping`).then(
        () => 'taken',
        () => 'refused',
      );
      await finish(account, await jobIn(account, null));
      await collect(account, receiver, 1);
      const listed = await account.drive(`GET /endpoints/${endpoint}/deliveries`);
      await account.drive(`POST /endpoints/${endpoint}/enable`);
      await collect(account, receiver, 2);
      const kept = Array.isArray(listed)
        ? listed.filter((one) => at(one, 'event.type') === 'job.succeeded').length
        : null;
      return { ping, listed: kept, pinged: receiver.got.some((one) => at(one.json, 'type') === 'test.ping') };
    },
  );
  return disabled;
}
