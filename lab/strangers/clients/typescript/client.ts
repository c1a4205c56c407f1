/**
 * A client of the image analysis and try-on service. Jobs run side by side: `analyseAll` uploads, submits and follows
 * several at once, and each is polled at the pace that its own answers ask for. Keep the API key on a server.
 */
import { setTimeout as pause } from 'node:timers/promises';

export type MediaType = 'image/jpeg' | 'image/png' | 'image/webp';
export type Concern =
  | 'acne'
  | 'dark_circle'
  | 'eye_bag'
  | 'redness'
  | 'oiliness'
  | 'wrinkles'
  | 'firmness'
  | 'moisture'
  | 'pore'
  | 'tear_trough'
  | 'hyper_pigmentation'
  | 'droopy_upper_eyelid';

export interface Asset {
  id: string;
  purpose: 'input' | 'result';
  media_type: MediaType;
  size_bytes: number;
  width: number;
  height: number;
  created_at: string;
  expires_at: string;
  livemode?: boolean;
}

export interface ResultAsset {
  id: string;
  href: string;
  media_type: 'image/png' | 'image/webp';
  role: string;
  size_bytes: number;
  expires_at: string;
  width?: number | null;
  height?: number | null;
}

export interface SkinConcernResult {
  concern: Concern;
  score: number | null;
  status: 'measured' | 'unavailable';
  unavailable_reason: 'not_measured' | 'not_measurable' | null;
}

/** An open union: an output of an unknown type is kept as it came. */
export interface JobOutput {
  type: string;
  [field: string]: unknown;
}

export interface Job {
  id: string;
  operation: string;
  status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
  created_at: string;
  updated_at: string;
  completed_at: string | null;
  expires_at: string | null;
  inputs: { asset_id: string; role: string }[];
  output: JobOutput | null;
  error: { code: string; message: string } | null;
  livemode?: boolean;
}

export interface CreditBalance {
  as_of: string;
  settled_units: number;
  held_units: number;
  available_units: number;
  test_funded_units: number;
  spendable_units: number;
  enforced: boolean;
  low_balance: boolean;
  unit_costs: Record<string, number>;
}

export interface AssetFilters {
  limit?: number;
  purpose?: 'input' | 'result';
  created_gte?: string;
  created_lt?: string;
  job_id?: string;
}

export interface Picture {
  bytes: Uint8Array;
  mediaType: MediaType;
}

export interface Analysis {
  picture: Picture;
  concerns: Concern[];
  visualizations?: { concern: Concern; kind: 'mask' | 'visual' }[];
  /** Name your order to be able to repeat it after a crash. */
  idempotencyKey?: string;
}

export interface MakeupProduct {
  category: 'foundation' | 'lipstick' | 'lip_liner';
  color: string;
  opacity?: number;
}

/** A job that is being followed: its id, and what the last answer said about the next poll. */
export interface Tracked {
  id: string;
  job?: Job;
  retryAfter?: number;
  etag?: string;
}

/** How an order of `analyseAll` went: `job` as last seen, and `error` if it could not be submitted or followed to its end. */
export interface Outcome {
  idempotencyKey: string;
  job?: Job;
  error?: unknown;
}

export interface Download {
  asset: ResultAsset;
  bytes?: Uint8Array;
  error?: unknown;
}

/** The service refused a request. Branch on `code`, and log `requestId`. */
export class ApiError extends Error {
  constructor(
    readonly route: string,
    readonly status: number,
    readonly code: string,
    detail: string,
    readonly requestId?: string,
    readonly details?: unknown,
    readonly retryable?: boolean | null,
    readonly retryAfter?: number,
  ) {
    super(`${route} was refused with ${status} ${code}: ${detail} (request ${requestId ?? 'without id'})`);
    this.name = 'ApiError';
  }

  /** Whether the operation itself is off here: it is answered like an unknown path, and not like an unknown job or asset. */
  get isNotEnabled(): boolean {
    return this.status === 404 && this.code !== 'JOB_NOT_FOUND' && this.code !== 'ASSET_NOT_FOUND';
  }
}

/** No usable answer arrived: the request may have been carried out or not. */
export class LostAnswer extends Error {
  override name = 'LostAnswer';
}

/** A job ended without an output. */
export class JobError extends Error {
  constructor(readonly job: Job) {
    super(`${job.id} is ${job.status}${job.error ? `: ${job.error.code}` : ''}`);
    this.name = 'JobError';
  }
}

const TERMINAL: ReadonlySet<string> = new Set(['succeeded', 'failed', 'cancelled']);
const MAX_RETRIES = 6;
const DEFAULT_PACE_S = 2;
const TIME_LIMIT_MS = 60_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1; // a longer timer would fire at once

export const isEnded = (job: Job): boolean => TERMINAL.has(job.status);

/** The output of a job that succeeded; a failed job is answered with 200 as well, so `status` comes first. */
export function outputOf(job: Job): JobOutput {
  if (job.status !== 'succeeded' || job.output === null) throw new JobError(job);
  return job.output;
}

/** The result pictures of a job; none for an output of a type that this client does not know. */
export function resultsOf(job: Job): ResultAsset[] {
  const output = outputOf(job);
  if (output.type === 'skin.analysis') return (output.visualizations as ResultAsset[] | undefined) ?? [];
  if (output.type === 'makeup.try_on' || output.type === 'hair.try_on') return [output.image as ResultAsset];
  return [];
}

/** What the analysis says of each concern, by name: their order in the answer means nothing. */
export function concernsOf(job: Job): Map<Concern, SkinConcernResult> {
  const output = outputOf(job);
  const results = output.type === 'skin.analysis' ? (output.concerns as SkinConcernResult[]) : [];
  return new Map(results.map((result) => [result.concern, result]));
}

export interface Call {
  id?: string;
  /** A path that the service gave, instead of one made from the route. */
  href?: string;
  query?: object;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

export interface Answer<T> {
  status: number;
  headers: Headers;
  retryAfter: number | undefined;
  /** Absent in a 304. */
  value: T | undefined;
}

export interface ClientOptions {
  url: string;
  key: string;
  /** Waits for so many seconds. */
  sleep?: (seconds: number) => Promise<unknown>;
}

export class TryOnClient {
  readonly #url: string;
  readonly #key: string;
  readonly #sleep: (seconds: number) => Promise<unknown>;

  constructor({ url, key, sleep = (seconds) => pause(Math.min(seconds * 1000, LONGEST_TIMER_MS)) }: ClientOptions) {
    this.#url = url.replace(/\/+$/, '');
    this.#key = key;
    this.#sleep = sleep;
  }

  // Assets

  /** An upload has no Idempotency-Key. If its answer is lost it is sent again, which at worst leaves an unused asset. */
  async upload({ bytes, mediaType }: Picture): Promise<Asset> {
    return this.#value<Asset>('POST /v1/assets', { headers: { 'Content-Type': mediaType }, body: bytes });
  }

  async asset(id: string): Promise<Asset> {
    return this.#value<Asset>('GET /v1/assets/:id', { id });
  }

  async deleteAsset(id: string): Promise<void> {
    await this.call('DELETE /v1/assets/:id', { id }, () => undefined);
  }

  /** All assets, newest first, page by page: a cursor goes back with the filters it was given for. */
  async *assets(filters: AssetFilters = {}): AsyncGenerator<Asset> {
    for (let cursor: string | null = null; ; ) {
      const query: object = cursor === null ? filters : { ...filters, cursor };
      type Page = { data: Asset[]; has_more: boolean; next_cursor: string | null };
      const page: Page = await this.#value<Page>('GET /v1/assets', { query });
      yield* page.data;
      if (!page.has_more || page.next_cursor === null) return;
      cursor = page.next_cursor;
    }
  }

  /** A result picture, whole and of the announced type; it is gone after its `expires_at`. */
  async download(asset: ResultAsset): Promise<Uint8Array> {
    // Only a path is promised. Anything else could take the key to another host.
    if (!asset.href.startsWith('/')) throw new Error(`${asset.id} has an href that is not a path: ${asset.href}`);
    const answer = await this.call('GET /v1/assets/:id/content', { href: asset.href }, (bytes) => {
      if (bytes.length !== asset.size_bytes) throw new Error(`${bytes.length} of ${asset.size_bytes} bytes arrived`);
      if (!looksLike(asset.media_type, bytes)) throw new Error(`what arrived is not ${asset.media_type}`);
      return bytes;
    });
    return answer.value!;
  }

  /** All result pictures of a job at once. One that is gone does not hide the others. */
  async downloadAll(job: Job): Promise<Download[]> {
    return Promise.all(
      resultsOf(job).map((asset) =>
        this.download(asset).then(
          (bytes): Download => ({ asset, bytes }),
          (error: unknown): Download => ({ asset, error }),
        ),
      ),
    );
  }

  // Jobs

  /**
   * Submits a job. Each repetition has the same key and the same bytes, so that one order is one job.
   * Use it directly for `POST /v1/hair/try-ons`, whose body is a draft.
   */
  async submit(route: string, order: object, idempotencyKey: string = crypto.randomUUID()): Promise<Tracked> {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey };
    const answer = await this.call<Job>(route, { headers, body: JSON.stringify(order) }, readJson);
    return tracked(answer.value!, answer.retryAfter);
  }

  async submitAnalysis(assetId: string, order: Omit<Analysis, 'picture'>): Promise<Tracked> {
    const { concerns, visualizations, idempotencyKey } = order;
    // A duplicate concern is refused, and concerns are a set anyway.
    const body = {
      inputs: source(assetId),
      concerns: [...new Set(concerns)],
      ...(visualizations && { visualizations }),
    };
    return this.submit('POST /v1/skin/analyses', body, idempotencyKey);
  }

  async submitMakeup(assetId: string, products: MakeupProduct[], idempotencyKey?: string): Promise<Tracked> {
    return this.submit('POST /v1/makeup/try-ons', { inputs: source(assetId), products }, idempotencyKey);
  }

  async job(id: string): Promise<Job> {
    return this.#value<Job>('GET /v1/jobs/:id', { id });
  }

  /** Polls a job to its end, however long that takes: the service sets no limit. A failed job is returned, not thrown. */
  async follow({ id, job, retryAfter, etag }: Tracked): Promise<Job> {
    while (!job || !isEnded(job)) {
      if (job) await this.#sleep(retryAfter ?? DEFAULT_PACE_S);
      const headers: Record<string, string> = job && etag ? { 'If-None-Match': etag } : {};
      const answer: Answer<Job> = await this.call<Job>('GET /v1/jobs/:id', { id, headers }, readJson);
      if (answer.value) [job, etag] = [answer.value, answer.headers.get('ETag') ?? undefined];
      retryAfter = answer.retryAfter ?? retryAfter;
    }
    return job;
  }

  /**
   * Asks to cancel a job, and returns how it ended: it may still succeed or fail if the request came late.
   * A job that had ended before is returned as it is.
   */
  async cancel(id: string): Promise<Job> {
    try {
      const answer = await this.call<Job>('POST /v1/jobs/:id/cancel', { id }, readJson);
      return await this.follow(tracked(answer.value!, answer.retryAfter, answer.headers.get('ETag') ?? undefined));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'JOB_NOT_CANCELLABLE') return this.follow({ id });
      throw error;
    }
  }

  /** Deletes a job that has ended, with its snapshot and its results. */
  async deleteJob(id: string): Promise<void> {
    await this.call('DELETE /v1/jobs/:id', { id }, () => undefined);
  }

  /** Analyses pictures side by side. Every order has an outcome: one that goes wrong does not lose sight of the others. */
  async analyseAll(orders: Analysis[]): Promise<Outcome[]> {
    return Promise.all(
      orders.map(async ({ picture, ...order }) => {
        const outcome: Outcome = { idempotencyKey: order.idempotencyKey ?? crypto.randomUUID() };
        try {
          const asset = await this.upload(picture);
          const submitted = await this.submitAnalysis(asset.id, { ...order, idempotencyKey: outcome.idempotencyKey });
          outcome.job = submitted.job;
          outcome.job = await this.follow(submitted);
        } catch (error) {
          outcome.error = error;
        }
        return outcome;
      }),
    );
  }

  // Reports. The shapes of the first two are not specified: they are passed on as they came.

  async jobs(): Promise<unknown> {
    return this.#value<unknown>('GET /v1/jobs');
  }

  async usage(): Promise<unknown> {
    return this.#value<unknown>('GET /v1/usage');
  }

  async balance(): Promise<CreditBalance> {
    return this.#value<CreditBalance>('GET /v1/credits/balance');
  }

  // Requests

  async #value<T>(route: string, call: Call = {}): Promise<T> {
    return (await this.call<T>(route, call, readJson)).value!;
  }

  /**
   * Sends a request, and again after 429, 5xx and lost or damaged answers, a bounded number of times. Everything here
   * may be repeated: reads, cancels and deletes by their nature, submissions by their key.
   */
  protected async call<T>(route: string, call: Call, read: (bytes: Uint8Array) => T): Promise<Answer<T>> {
    for (let retry = 0; ; retry += 1) {
      let wait: number | undefined;
      try {
        return await this.#exchange(route, call, read);
      } catch (error) {
        const mayPass = error instanceof ApiError ? isPassing(error) : error instanceof LostAnswer;
        if (!mayPass || retry === MAX_RETRIES) throw error;
        if (error instanceof ApiError) wait = error.retryAfter;
      }
      await this.#sleep(wait ?? Math.min(2 ** retry, 30));
    }
  }

  async #exchange<T>(route: string, call: Call, read: (bytes: Uint8Array) => T): Promise<Answer<T>> {
    const [method, template = ''] = route.split(' ');
    const url = new URL(this.#url + (call.href ?? template.replace(':id', encodeURIComponent(call.id ?? ''))));
    for (const [name, value] of Object.entries(call.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const headers = new Headers({ ...call.headers, 'X-API-Key': this.#key });
    // A redirect is not followed, as fetch would take the key along.
    const init: RequestInit = { method, headers, redirect: 'manual', signal: AbortSignal.timeout(TIME_LIMIT_MS) };
    if (call.body !== undefined) init.body = call.body as BodyInit;

    const lost = (cause: unknown) => new LostAnswer(`${route}: ${String(cause)}`, { cause });
    let response: Response;
    let bytes: Uint8Array;
    try {
      response = await fetch(url, init);
      bytes = new Uint8Array(await response.arrayBuffer());
    } catch (error) {
      throw lost(error);
    }
    const { status } = response;
    const answer = { status, headers: response.headers, retryAfter: seconds(response.headers.get('Retry-After')) };
    if (status === 304 && headers.has('If-None-Match')) return { ...answer, value: undefined };
    if (!response.ok) throw refusal(route, status, bytes, answer.retryAfter);
    try {
      return { ...answer, value: read(bytes) };
    } catch (error) {
      throw lost(error);
    }
  }
}

const source = (assetId: string) => [{ asset_id: assetId, role: 'source' }];

const tracked = (job: Job, retryAfter?: number, etag?: string): Tracked => ({ id: job.id, job, retryAfter, etag });

const readJson = <T>(bytes: Uint8Array): T => JSON.parse(new TextDecoder().decode(bytes)) as T;

const seconds = (header: string | null): number | undefined =>
  header !== null && /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) : undefined;

/** 429 and 503 pass. The specification is silent on other 5xx, and repeating is safe, unless the service says that it is no use. */
function isPassing({ status, retryable }: ApiError): boolean {
  return status === 429 || status === 503 || (status >= 500 && retryable !== false);
}

/** The error in an answer, even if something between us and the service wrote it. */
function refusal(route: string, status: number, bytes: Uint8Array, retryAfter?: number): ApiError {
  let error: Record<string, any> = {};
  try {
    error = readJson<any>(bytes)?.error ?? {};
  } catch {
    // No ErrorDetail: the status has to do.
  }
  const { code = 'UNKNOWN', message = 'no message', request_id, details, retryable } = error;
  return new ApiError(route, status, code, message, request_id, details, retryable, retryAfter);
}

function looksLike(mediaType: string, bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (mediaType === 'image/png') return head.startsWith('\x89PNG\r\n\x1a\n');
  if (mediaType === 'image/webp') return head.startsWith('RIFF') && head.endsWith('WEBP');
  return true;
}
