/** A careful client of skin analyses: uploads a face, orders an analysis, follows its job and keeps the pictures. */

export type Order = { concerns: string[]; pictures?: string[] };
export type Job = {
  id: string;
  status: string;
  // biome-ignore lint/suspicious/noExplicitAny: an output is an open union.
  output: any;
  error: { code: string; message: string } | null;
};
export type Result = {
  job: string;
  type: string;
  scores: Record<string, number | null>;
  pictures: string[];
  output: unknown;
};

type Request = { headers?: Record<string, string>; body?: Uint8Array | string };
type Answer = { status: number; headers: Headers; bytes: Uint8Array };

const TRIES = 6;
const MOST_POLLS = 2000;

export class ServiceError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, requestId: string) {
    super(`the service answered ${status} ${code} (request ${requestId})`);
    this.status = status;
    this.code = code;
  }
}

/** A job that ended without a result. */
export class JobError extends Error {
  readonly job: string;
  readonly code: string;
  constructor(job: string, code: string) {
    super(`the job ended: ${code}`);
    this.job = job;
    this.code = code;
  }
}

export class Client {
  readonly #url: string;
  readonly #key: string;
  readonly #sleep: (seconds: number) => Promise<void>;
  readonly #store: (name: string, bytes: Uint8Array, asset: string) => void;

  constructor(
    url: string,
    key: string,
    sleep: (seconds: number) => Promise<void>,
    store: (name: string, bytes: Uint8Array, asset: string) => void,
  ) {
    this.#url = url;
    this.#key = key;
    this.#sleep = sleep;
    this.#store = store;
  }

  async analyze(image: Uint8Array, order: Order): Promise<Result> {
    const assetId = await this.#upload(image);
    const job = await this.#follow(await this.#submit(assetId, order));
    if (job.status !== 'succeeded') throw new JobError(job.id, job.error?.code ?? job.status);
    const { output } = job;
    if (output.type !== 'skin.analysis') return { job: job.id, type: output.type, scores: {}, pictures: [], output };
    const scores: Record<string, number | null> = {};
    for (const concern of order.concerns) {
      const found = output.concerns.find((entry: { concern: string }) => entry.concern === concern);
      scores[concern] = found?.status === 'measured' ? found.score : null;
    }
    const pictures: string[] = [];
    for (const picture of output.visualizations ?? []) {
      pictures.push(await this.#download(picture));
    }
    return { job: job.id, type: output.type, scores, pictures, output };
  }

  async #upload(image: Uint8Array): Promise<string> {
    const answer = await this.#send('POST', '/v1/assets', { headers: { 'Content-Type': 'image/png' }, body: image });
    if (answer.status < 200 || answer.status > 299) throw errorOf(answer);
    const asset = parsed(answer);
    if (typeof asset.id !== 'string') throw new Error('the upload was answered without an id');
    return asset.id;
  }

  async #submit(assetId: string, order: Order): Promise<{ job: Job; wait: number; etag: string }> {
    const body = JSON.stringify({
      inputs: [{ asset_id: assetId, role: 'source' }],
      concerns: order.concerns,
      visualizations: (order.pictures ?? []).map((concern) => ({ concern, kind: 'mask' })),
    });
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() };
    const answer = await this.#send('POST', '/v1/skin/analyses', { headers, body });
    if (answer.status !== 202 && answer.status !== 200) throw errorOf(answer);
    return { job: parsed(answer), wait: waitOf(answer) ?? 1, etag: '' };
  }

  async #follow({ job, wait, etag }: { job: Job; wait: number; etag: string }): Promise<Job> {
    for (let polls = 0; polls < MOST_POLLS; polls += 1) {
      if (job.status !== 'queued' && job.status !== 'running') return job;
      await this.#sleep(wait);
      const headers: Record<string, string> = etag === '' ? {} : { 'If-None-Match': etag };
      const answer = await this.#send('GET', `/v1/jobs/${encodeURIComponent(job.id)}`, { headers });
      if (answer.status !== 200 && answer.status !== 304) throw errorOf(answer);
      if (answer.status === 200) job = parsed(answer);
      etag = answer.headers.get('ETag') ?? etag;
      wait = waitOf(answer) ?? wait;
    }
    throw new Error(`job ${job.id} did not end`);
  }

  async #download(picture: { id: string; href: string; role: string; size_bytes: number }): Promise<string> {
    const answer = await this.#send('GET', picture.href);
    if (answer.status !== 200) throw errorOf(answer);
    if (answer.bytes.length !== picture.size_bytes) throw new Error(`picture ${picture.id} is incomplete`);
    this.#store(picture.role, answer.bytes, picture.id);
    return picture.role;
  }

  /**
   * Sends a request until it is answered. After a lost answer, a 429, 500 or 503 it sends the same request again, with
   * the same key.
   */
  async #send(method: string, path: string, request: Request = {}): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#once(method, path, request);
      const isRefused = answer === null || [429, 500, 503].includes(answer.status);
      if (!isRefused) return answer;
      if (attempt === TRIES) throw answer === null ? new Error(`${method} ${path} was not answered`) : errorOf(answer);
      await this.#sleep(answer === null ? attempt : (waitOf(answer) ?? attempt));
    }
  }

  async #once(method: string, path: string, { headers, body }: Request): Promise<Answer | null> {
    try {
      const answer = await fetch(new URL(path, this.#url), {
        method,
        headers: { 'X-API-Key': this.#key, ...headers },
        ...(body === undefined ? {} : { body }),
        redirect: 'error',
      });
      return { status: answer.status, headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) };
    } catch {
      return null;
    }
  }
}

function waitOf(answer: Answer): number | null {
  const value = answer.headers.get('Retry-After');
  return value !== null && /^\d+$/.test(value) ? Number(value) : null;
}

// biome-ignore lint/suspicious/noExplicitAny: what the service answers is checked where it is read.
function parsed(answer: Answer): any {
  return JSON.parse(new TextDecoder().decode(answer.bytes));
}

function errorOf(answer: Answer): ServiceError {
  try {
    const { error } = parsed(answer);
    return new ServiceError(answer.status, String(error.code), String(error.request_id));
  } catch {
    return new ServiceError(answer.status, 'unknown', 'unknown');
  }
}
