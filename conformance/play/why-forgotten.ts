import type { Exchange } from '../effects/http/exchange.ts';
import { viewOf } from '../effects/http/view.ts';
import { isSubmission } from '../target/routes.ts';
import {
  between,
  idIn,
  type Kept,
  type Known,
  keyOf,
  knownTo,
  listOf,
  type Retention,
  type Then,
} from './retention.ts';
import type { Forgotten } from './trace.ts';

/**
 * How long deletions and claims are remembered is not specified (Spec 3, 4.2), nor how long a job without expires_at is
 * kept (Spec 8). After this time they may be forgotten.
 */
const SURE_FOR = 60_000;
/** Claims whose ages differ by less than this count as equally old. */
const SLACK = 60_000;
const NONE: ReadonlySet<string> = new Set();

/** Returns why the target may no longer know what a request is about, if its answer suggests this; otherwise null. */
export async function whyForgotten(
  retention: Retention,
  { exchange, owner, held = NONE }: { exchange: Exchange; owner: string; held?: ReadonlySet<string> },
  timeOfTarget: () => Promise<number>,
): Promise<Forgotten | null> {
  if (exchange.answer === null) return null;
  const known = knownTo(owner, retention);
  const age = (then: Then) => between(then, { passed: retention.passed, at: exchange.at });
  const gone = async (id: string, sureFor = 0) => {
    const kept = known.kept.get(id);
    // A held job cannot have ended in the meantime.
    return kept?.atWork && held.has(id) ? null : whyGone(kept, id, age, timeOfTarget, sureFor);
  };
  const { request } = exchange;
  if (!isSubmission(request.method, request.url))
    return asForgotten(await ofThing(known, exchange, { age, gone }), 'answer');
  const claim = asForgotten(await ofKey(known, exchange, { age, gone }), 'claim');
  return claim ?? asForgotten(await ofInputs(exchange, { age, gone }), 'answer');
}

function asForgotten(why: string | null, of: Forgotten['of']): Forgotten | null {
  return why === null ? null : { why, of };
}

type Age = (then: Then) => number;
type Ways = { age: Age; gone(id: string, sureFor?: number): Promise<string | null> };

async function ofThing(known: Known, { request, answer }: Exchange, { age, gone }: Ways): Promise<string | null> {
  const status = answer?.status ?? 0;
  const id = idIn(request.url);
  if (id === null) return null;
  const deletion = request.method === 'DELETE' && status === 404 ? known.deleted.get(id) : undefined;
  if (deletion !== undefined)
    return age(deletion) < SURE_FOR ? null : unsaid('a deletion is remembered', age(deletion));
  if (request.method !== 'DELETE') return status === 404 ? gone(id) : null;
  // Spec 4.1: the deletion of an expired asset answers 204. How long the server remembers that it existed is not
  // specified.
  if (status === 404) return gone(id, request.url.startsWith('/v1/assets/') ? SURE_FOR : 0);
  return status === 204 ? gone(id) : null;
}

/** The statuses of a submission whose key, or whose input, is no longer known. */
const OF_NEW_KEY: readonly number[] = [202, 402, 404, 410, 429];
const OF_GONE_JOB: readonly number[] = [202, 402, 404, 410];

async function ofKey({ claimed, claimsLast }: Known, exchange: Exchange, { age, gone }: Ways) {
  const status = exchange.answer?.status ?? 0;
  const claim = claimed.get(keyOf(exchange) ?? '');
  if (claim === undefined) return null;
  const sureFor = claimsLast < SURE_FOR ? SURE_FOR : claimsLast + SLACK;
  const mayBeOver = age(claim.since) >= sureFor;
  if (mayBeOver && OF_NEW_KEY.includes(status)) return unsaid('an Idempotency-Key stays claimed', age(claim.since));
  return claim.job !== null && OF_GONE_JOB.includes(status) ? gone(claim.job) : null;
}

/**
 * Spec 4.2: an expired input answers 410. How long it is distinguished from an input that never existed is not
 * specified.
 */
async function ofInputs(exchange: Exchange, { gone }: Ways): Promise<string | null> {
  const status = exchange.answer?.status;
  if (status !== 404 && status !== 410) return null;
  const { inputs } = Object(viewOf(exchange).request.body) as { inputs?: unknown };
  for (const input of listOf(inputs)) {
    const { asset_id } = Object(input) as { asset_id?: unknown };
    const why = await gone(String(asset_id), status === 410 ? 0 : SURE_FOR);
    if (why !== null) return why;
  }
  return null;
}

async function whyGone(
  kept: Kept | undefined,
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
  return `the specification does not say how long ${what}, and ${Math.round(milliseconds / 60_000)} minutes had passed`;
}

function instant(at: number): string {
  return new Date(at).toISOString();
}

/** Returns why the first of these jobs was reported after its expiry: its object may be incomplete. */
export function whyReportedLate({ of }: Retention, deliveries: readonly { job: unknown; at: number }[]): string | null {
  const all = [...of.values()];
  for (const { job, at } of deliveries) {
    const until = all.map(({ kept }) => kept.get(String(job))?.until ?? null).find((one) => one !== null) ?? null;
    if (until !== null && at >= until)
      return `the server keeps ${job} until ${instant(until)}, and reported it at ${instant(at)}`;
  }
  return null;
}
