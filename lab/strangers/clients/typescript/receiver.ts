/** A webhook receiver: verifies signatures over the raw body, and handles each event once. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';

export interface WebhookEvent {
  id: string;
  type: string;
  /** A job, a deleted job (`id` and `deleted` only), or the object of a `test.ping`. */
  data: { object: { id?: string; [field: string]: unknown } };
}

const TOLERANCE_S = 300;
const MAX_BODY_BYTES = 1024 * 1024;

/** Whether one of our secrets signed these bytes within five minutes of now. */
export function isGenuine(body: Buffer, header: string, secrets: string[], nowS = Date.now() / 1000): boolean {
  const parts = header.split(',').map((part) => {
    const [name = '', ...value] = part.trim().split('=');
    return { name, value: value.join('=') };
  });
  const times = parts.filter(({ name }) => name === 't').map(({ value }) => value);
  const [t = ''] = times;
  if (times.length !== 1 || !/^\d+$/.test(t) || Math.abs(nowS - Number(t)) > TOLERANCE_S) return false;
  const wanted = secrets.map((secret) => createHmac('sha256', secret).update(`${t}.`).update(body).digest());
  return parts
    .filter(({ name, value }) => name === 'v1' && /^[0-9a-f]{64}$/i.test(value))
    .some(({ value }) => wanted.some((digest) => timingSafeEqual(Buffer.from(value, 'hex'), digest)));
}

/**
 * Answers 2xx to what it took, 400 to what is not genuine, and 500 if the handler failed, so that the event comes again.
 * The handler has to return within ten seconds. Events of unknown types are handed over as well: ignore what you do not know.
 * Use what a store remembers in place of the set if there are several processes, or a restart.
 */
export function createReceiver(secrets: () => string[], handle: (event: WebhookEvent) => unknown): Server {
  const seen = new Set<string>();

  async function take(body: Buffer, signature: string): Promise<number> {
    if (!isGenuine(body, signature, secrets())) return 400;
    let event: WebhookEvent;
    try {
      event = JSON.parse(body.toString('utf8')) as WebhookEvent;
    } catch {
      return 400;
    }
    if (typeof event?.id !== 'string') return 400;
    if (seen.has(event.id)) return 204;
    seen.add(event.id);
    try {
      await handle(event);
      return 204;
    } catch {
      seen.delete(event.id);
      return 500;
    }
  }

  return createServer((request, response) => {
    const pieces: Buffer[] = [];
    let size = 0;
    request.on('error', () => request.destroy());
    request.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size <= MAX_BODY_BYTES) pieces.push(piece);
    });
    request.on('end', async () => {
      const signature = String(request.headers['service-signature'] ?? '');
      const isTooLarge = size > MAX_BODY_BYTES;
      response.writeHead(isTooLarge ? 413 : await take(Buffer.concat(pieces), signature)).end();
    });
  });
}
