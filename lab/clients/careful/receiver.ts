/** A careful client that learns by webhook that a job has ended, and polls if no webhook arrives. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

// biome-ignore lint/suspicious/noExplicitAny: what the service sends is checked where it is read.
type Json = any;
type Sent = { status: number; headers: Headers; json: Json };

const TOLERANCE_S = 300;
const TRIES = 6;
const MOST_WAITS = 2000;
/** The number of waits without an event after which the client polls the job. */
const PATIENCE = 3;

/** Verifies an event with the steps of section 6.4, over the raw bytes. */
export function isSigned(body: Buffer, header: string, secret: string, now = Date.now() / 1000): boolean {
  const parts = header.split(',').map((part) => part.trim());
  const times = parts.filter((part) => part.startsWith('t=')).map((part) => part.slice(2));
  const sums = parts.filter((part) => part.startsWith('v1=')).map((part) => part.slice(3));
  const [time = ''] = times;
  if (times.length !== 1 || !/^\d+$/.test(time) || sums.length === 0) return false;
  if (Math.abs(now - Number(time)) > TOLERANCE_S) return false;
  const right = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');
  return sums.some((sum) => sum.length === right.length && timingSafeEqual(Buffer.from(sum), Buffer.from(right)));
}

export class Receiver {
  secret = '';
  readonly #seen = new Set<string>();
  readonly #ended = new Map<string, string>();
  readonly handled: string[] = [];

  listen(): Promise<Server> {
    const server = createServer((request, response) => this.#take(request, response));
    return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
  }

  /** The final status of a job, if an event reported it. */
  ended(jobId: string): string | undefined {
    return this.#ended.get(jobId);
  }

  #take(request: IncomingMessage, response: ServerResponse) {
    const pieces: Buffer[] = [];
    request.on('data', (piece) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces);
      const isGenuine = isSigned(body, String(request.headers['service-signature'] ?? ''), this.secret);
      if (isGenuine) this.#handle(JSON.parse(body.toString()));
      response.writeHead(isGenuine ? 204 : 400).end();
    });
  }

  #handle(event: Json) {
    if (this.#seen.has(event.id)) return;
    this.#seen.add(event.id);
    if (!/^job\.(succeeded|failed|cancelled)$/.test(event.type)) return;
    const job = event.data.object;
    if (job.deleted === true) return;
    this.handled.push(job.id);
    this.#ended.set(job.id, job.status);
  }
}

export class Client {
  readonly #url: string;
  readonly #key: string;
  readonly #receiver: Receiver;
  readonly #sleep: (seconds: number) => Promise<void>;

  constructor(url: string, key: string, receiver: Receiver, sleep: (seconds: number) => Promise<void>) {
    this.#url = url;
    this.#key = key;
    this.#receiver = receiver;
    this.#sleep = sleep;
  }

  async submit(image: Uint8Array): Promise<string> {
    const upload = await this.#send('POST', '/v1/assets', { 'Content-Type': 'image/png' }, image);
    if (upload.status > 299) throw new Error(`the upload was answered with ${upload.status}`);
    const order = { inputs: [{ asset_id: upload.json.id, role: 'source' }], concerns: ['acne'] };
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() };
    const answer = await this.#send('POST', '/v1/skin/analyses', headers, JSON.stringify(order));
    if (answer.status !== 202 && answer.status !== 200) throw new Error(`the order was answered with ${answer.status}`);
    return answer.json.id;
  }

  /** Waits for the event of a job, then reads the job. If no event arrives, it polls. */
  async result(jobId: string): Promise<Json> {
    let wait = 1;
    for (let waits = 0; waits < MOST_WAITS; waits += 1) {
      await this.#sleep(wait);
      if (waits < PATIENCE && this.#receiver.ended(jobId) === undefined) continue;
      const answer = await this.#send('GET', `/v1/jobs/${encodeURIComponent(jobId)}`);
      if (answer.status !== 200) throw new Error(`the job was answered with ${answer.status}`);
      wait = Number(answer.headers.get('Retry-After') ?? wait);
      if (answer.json.status !== 'queued' && answer.json.status !== 'running') return answer.json;
    }
    throw new Error(`job ${jobId} did not end`);
  }

  async #send(method: string, path: string, headers = {}, body: Uint8Array | string | null = null): Promise<Sent> {
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const answer = await this.#once(method, path, headers, body);
      if (answer !== null && ![429, 500, 503].includes(answer.status)) return answer;
      await this.#sleep(Number(answer?.headers.get('Retry-After') ?? attempt));
    }
    throw new Error(`${method} ${path} was not answered`);
  }

  async #once(method: string, path: string, headers: object, body: Uint8Array | string | null): Promise<Sent | null> {
    try {
      const answer = await fetch(this.#url + path, { method, headers: { 'X-API-Key': this.#key, ...headers }, body });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, json: text === '' ? null : JSON.parse(text) };
    } catch {
      return null;
    }
  }
}
