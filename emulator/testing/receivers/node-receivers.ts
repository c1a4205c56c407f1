import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { openPlainServer } from '../receiving-server.ts';

/** Receivers as integrators write them, independent of the emulator: a careful one, and one for each mistake. */
export type Mistake =
  | 'verifies-nothing'
  | 'no-time'
  | 'past-only'
  | 'no-number'
  | 'first-v1'
  | 'last-v1'
  | 'signs-parsed'
  | 'signs-text-of-chunks'
  | 'part-of-v1'
  | 'duplicate-409'
  | 'in-order'
  | 'knows-types'
  | 'reads-output'
  | 'strict-fields'
  | 'small-bodies'
  | 'breaks-at-16-kb'
  | 'parses-first'
  | 'last-time'
  | 'breaks-at-no-json';

export type Receiver = { url: string; handled: string[]; [Symbol.asyncDispose](): Promise<void> };

export async function openReceiver(
  secret: string | readonly string[],
  mistakes: readonly Mistake[] = [],
): Promise<Receiver> {
  const handled: string[] = [];
  const receive = receiverOf([secret].flat(), (mistake) => mistakes.includes(mistake), handled);
  const { url, server, close } = await openPlainServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const status = receive(incoming, chunks);
    if (status === 0) {
      server.close();
      return server.closeAllConnections();
    }
    outgoing.writeHead(status).end(status === 200 ? 'thank you' : `no: the secret is ${secret}`);
  });
  return { url: `${url}/hooks?token=only-for-me`, handled, [Symbol.asyncDispose]: close };
}

type Has = (mistake: Mistake) => boolean;
// biome-ignore lint/suspicious/noExplicitAny: a receiver reads what comes as it comes
type Event = any;

function receiverOf(secrets: readonly string[], has: Has, handled: string[]) {
  let newest = '';
  return ({ headers }: IncomingMessage, chunks: readonly Buffer[]): number => {
    const body = Buffer.concat(chunks);
    const header = String(headers['service-signature'] ?? '');
    const early = answerBefore(body, has);
    if (early !== null) return early;
    if (!has('verifies-nothing') && !isGenuine(header, signedPart(chunks, has), secrets, has)) return 401;
    const event: Event = parsed(body);
    if (event === null) return 400;
    const problem = problemOf(event, has, { isKnown: handled.includes(event.id), newest });
    if (problem !== null) return problem;
    if (!handled.includes(event.id)) handled.push(event.id);
    if (event.created > newest) newest = event.created;
    return 200;
  };
}

/** The answer that it sends before it checks the signature. */
function answerBefore(body: Buffer, has: Has): number | null {
  if (has('small-bodies') && body.byteLength > 2_000) return 413;
  if (has('breaks-at-16-kb') && body.byteLength > 16_384) return 500;
  if (parsed(body) !== null) return null;
  if (has('breaks-at-no-json')) return 0;
  return has('parses-first') ? 202 : null;
}

function signedPart(chunks: readonly Buffer[], has: Has): Buffer {
  if (has('signs-text-of-chunks')) return Buffer.from(chunks.map(String).join(''));
  const body = Buffer.concat(chunks);
  return has('signs-parsed') ? Buffer.from(JSON.stringify(parsed(body))) : body;
}

function problemOf(event: Event, has: Has, { isKnown, newest }: { isKnown: boolean; newest: string }): number | null {
  const job = event.data.object;
  if (has('duplicate-409') && isKnown) return 409;
  if (has('in-order') && event.created < newest) return 409;
  if (has('knows-types') && !/^job\.(?:succeeded|failed|cancelled)$/.test(event.type)) return 422;
  if (has('reads-output') && event.type === 'job.succeeded' && typeof job.output?.type !== 'string') return 500;
  if (has('strict-fields') && Object.keys(event).length > 6) return 422;
  return null;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}

function isGenuine(header: string, body: Buffer, secrets: readonly string[], has: Has): boolean {
  const parts = header.split(',').map((part) => part.split('=') as [string, string?]);
  const valuesOf = (name: string) => parts.filter(([key]) => key === name).map(([, value]) => value ?? '');
  const times = valuesOf('t');
  const t = (has('last-time') ? times.at(-1) : times[0]) ?? '';
  if (times.length !== 1 && !has('last-time')) return false;
  if (!/^\d+$/.test(t) && !has('no-number')) return false;
  const age = Date.now() / 1_000 - Number(t);
  if (!has('no-time') && (age > 300 || (age < -300 && !has('past-only')))) return false;
  const all = valuesOf('v1');
  const given = has('first-v1') ? all.slice(0, 1) : has('last-v1') ? all.slice(-1) : all;
  const wanted = secrets.map((secret) => createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex'));
  return given.some((value) =>
    wanted.some((right) => (has('part-of-v1') ? right.startsWith(value) : isSame(right, value))),
  );
}

function isSame(right: string, value: string): boolean {
  const [one, other] = [Buffer.from(right), Buffer.from(value)];
  return one.byteLength === other.byteLength && timingSafeEqual(one, other);
}
