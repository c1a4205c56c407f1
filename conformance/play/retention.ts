import type { Exchange } from '../effects/http/exchange.ts';
import { headerOf } from '../effects/http/headers.ts';
import { viewOf } from '../effects/http/view.ts';
import { decoded } from '../suite/expression/percent-encoding.ts';
import { parseInstant } from '../suite/expression/quantities.ts';
import { isSubmission } from '../target/routes.ts';

/** What the target has said of how long it keeps things, and what it was told whose keeping it says nothing of. */
export type Retention = {
  /** Milliseconds of the target's time that this instance has let pass by waiting. */
  readonly passed: number;
  /** By id: the `expires_at` that was shown last; null for a job that has ended and says none. */
  readonly kept: ReadonlyMap<string, { until: number | null; since: Then }>;
  /** Deletions by id, and claims by their Idempotency-Key with the job that was made. */
  readonly deleted: ReadonlyMap<string, Then>;
  readonly claimed: ReadonlyMap<string, { job: string | null; since: Then }>;
};

/** A moment by both clocks: ours goes on where no driver moves that of the target. */
type Then = { passed: number; at: number };

export const NOTHING_KEPT: Retention = { passed: 0, kept: new Map(), deleted: new Map(), claimed: new Map() };

/**
 * How long a deletion and a claim are remembered is not said (Spec 3, 4.2), and neither is how long a job is kept that does
 * not tell (Spec 8): after so long they may be forgotten.
 */
const SURE_FOR = 60_000;

export function afterWait(retention: Retention, milliseconds: number): Retention {
  return { ...retention, passed: retention.passed + Math.max(0, milliseconds) };
}

/** Notes what an answer says is kept, deleted or claimed. */
export function afterExchange(retention: Retention, exchange: Exchange): Retention {
  const { answer, request, at } = exchange;
  if (answer === null || answer.status >= 300) return retention;
  const now = { passed: retention.passed, at };
  if (request.method === 'DELETE') return withDeletion(retention, idIn(request.url), now);
  const { body } = viewOf(exchange);
  const kept = new Map(retention.kept);
  for (const thing of thingsIn(body)) noteThing(kept, thing, now);
  const key = headerOf(Object.entries(request.headers), 'Idempotency-Key');
  const isClaim = answer.status === 202 && key !== null && isSubmission(request.method, request.url);
  if (!isClaim) return { ...retention, kept };
  const { id } = Object(body) as { id?: unknown };
  const claim = { job: typeof id === 'string' ? id : null, since: now };
  return { ...retention, kept, claimed: new Map([...retention.claimed, [key, claim]]) };
}

function withDeletion(retention: Retention, id: string | null, now: Then): Retention {
  if (id === null) return retention;
  const kept = new Map(retention.kept);
  kept.delete(id);
  return { ...retention, kept, deleted: new Map([[id, now], ...retention.deleted]) };
}

type Thing = { id: string; expires_at: unknown; status?: unknown };

/** Jobs and assets in a body: itself, the results of a job, the members of a page. */
function thingsIn(body: unknown): Thing[] {
  const { output, data } = Object(body) as { output?: unknown; data?: unknown };
  const { image, visualizations } = Object(output) as { image?: unknown; visualizations?: unknown };
  return [body, image, ...listOf(visualizations), ...listOf(data)].filter(isThing);
}

function isThing(value: unknown): value is Thing {
  return typeof (Object(value) as { id?: unknown }).id === 'string' && Object.hasOwn(Object(value), 'expires_at');
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

const AT_WORK: readonly unknown[] = ['queued', 'running'];

function noteThing(kept: Map<string, { until: number | null; since: Then }>, thing: Thing, since: Then): void {
  const { id, expires_at, status } = thing;
  const until = parseInstant(expires_at);
  if (until === null && AT_WORK.includes(status)) kept.delete(id);
  else kept.set(id, { until, since });
}

/** Why the target may not know any more what a request is about, where its answer is one that says so; else null. */
export async function whyForgotten(
  retention: Retention,
  exchange: Exchange,
  timeOfTarget: () => Promise<number>,
): Promise<string | null> {
  const { answer, request, at } = exchange;
  if (answer === null) return null;
  const { status } = answer;
  const age = ({ passed, at: then }: Then) => Math.max(retention.passed - passed, at - then);
  const gone = async (id: string, sureFor = 0) => whyGone(retention.kept.get(id), id, age, timeOfTarget, sureFor);
  if (isSubmission(request.method, request.url)) return ofSubmission(retention, exchange, { age, gone });
  const id = idIn(request.url);
  if (id === null) return null;
  const deletion = request.method === 'DELETE' && status === 404 ? retention.deleted.get(id) : undefined;
  if (deletion !== undefined)
    return age(deletion) < SURE_FOR ? null : unsaid('a deletion is remembered', age(deletion));
  return status === 404 || (request.method === 'DELETE' && status === 204) ? gone(id) : null;
}

type Age = (then: Then) => number;
type Ways = { age: Age; gone(id: string, sureFor?: number): Promise<string | null> };

/** What a submission is answered whose key, or whose input, is not known any more. */
const OF_NEW_KEY: readonly number[] = [202, 402, 404, 410, 429];
const OF_GONE_JOB: readonly number[] = [202, 404, 410];

async function ofSubmission({ claimed }: Retention, exchange: Exchange, { age, gone }: Ways): Promise<string | null> {
  const status = exchange.answer?.status ?? 0;
  const claim = claimed.get(headerOf(Object.entries(exchange.request.headers), 'Idempotency-Key') ?? '');
  if (claim !== undefined && OF_NEW_KEY.includes(status) && age(claim.since) >= SURE_FOR)
    return unsaid('an Idempotency-Key stays claimed', age(claim.since));
  const job = claim?.job ?? null;
  const ofJob = job !== null && OF_GONE_JOB.includes(status) ? await gone(job) : null;
  if (ofJob !== null || (status !== 404 && status !== 410)) return ofJob;
  const { inputs } = Object(viewOf(exchange).request.body) as { inputs?: unknown };
  for (const input of listOf(inputs)) {
    const { asset_id } = Object(input) as { asset_id?: unknown };
    // Spec 4.2: an expired input answers 410; for how long it is told from one that never was is not said.
    const why = await gone(String(asset_id), status === 410 ? 0 : SURE_FOR);
    if (why !== null) return why;
  }
  return null;
}

async function whyGone(
  kept: { until: number | null; since: Then } | undefined,
  id: string,
  age: Age,
  timeOfTarget: () => Promise<number>,
  sureFor: number,
): Promise<string | null> {
  if (kept === undefined) return null;
  const { until, since } = kept;
  if (until === null) return age(since) < SURE_FOR ? null : unsaid(`${id} is kept`, age(since));
  const now = await timeOfTarget();
  if (now < until + sureFor) return null;
  return `the server keeps ${id} until ${instant(until)}, and it was asked for at ${instant(now)}`;
}

function unsaid(what: string, milliseconds: number): string {
  return `how long ${what} is not said, and ${Math.round(milliseconds / 60_000)} minutes had passed`;
}

function instant(at: number): string {
  return new Date(at).toISOString();
}

/** The id in the path of a request about one job or asset. */
export function idIn(url: string): string | null {
  const [, id] = /^\/v1\/(?:jobs|assets)\/([^/?#]+)/.exec(url) ?? [];
  return id === undefined ? null : decoded(id);
}

/** The first of these jobs that a delivery tells of after it was kept: its object may be what is left of it. */
export function whyUntold({ kept }: Retention, deliveries: readonly { job: unknown; at: number }[]): string | null {
  for (const { job, at } of deliveries) {
    const until = kept.get(String(job))?.until ?? null;
    if (until !== null && at >= until)
      return `the server keeps ${job} until ${instant(until)}, and told of it at ${instant(at)}`;
  }
  return null;
}
