import { decoded } from '../../shared/expression/decoded.ts';
import { parseInstant } from '../../shared/expression/quantities.ts';
import type { Exchange } from '../effects/http/exchange.ts';
import { headerOf } from '../effects/http/headers.ts';
import { idOf, viewOf } from '../effects/http/view.ts';
import { isSubmission } from '../target/routes.ts';

/** What the target has reported about how long it keeps things, and the things it reported without that. */
export type Retention = {
  /** The maximum and the minimum of the target's time that this instance spent waiting, in milliseconds. */
  readonly passed: number;
  readonly least: number;
  /**
   * The value of `passed` after the last wait that the scenario itself wanted. The rest is time that the target made it
   * wait.
   */
  readonly planned: number;
  /**
   * The latest time in an answer, and the value of `passed` at that moment, from which the target's time is
   * extrapolated.
   */
  readonly shown: { at: number; passed: number } | null;
  /** Why the instance may have outlived what it made, so that its expectations are no longer certain. */
  readonly outlived: string | null;
  /** What is known, by the account and environment of the key: other accounts see other things. */
  readonly of: ReadonlyMap<string, Known>;
};

/** What one owner knows. */
export type Known = {
  /** By id: the latest reported `expires_at`; null for a job without one. */
  readonly kept: ReadonlyMap<string, Kept>;
  /** Deletions by id, and claims by their Idempotency-Key, with the job that was made. */
  readonly deleted: ReadonlyMap<string, Then>;
  readonly claimed: ReadonlyMap<string, { job: string | null; since: Then }>;
  /**
   * The age of the oldest claim that the target still knew. A deletion does not end a claim (Spec 4.2), so this applies
   * to all claims.
   */
  readonly claimsLast: number;
};

/** A moment on both clocks. Ours continues if no driver moves that of the target. */
export type Then = { passed: number; at: number };

/** `since`: when it was first seen. `atWork`: it was last seen before its end, which may have happened since. */
export type Kept = { until: number | null; since: Then; atWork?: true };

export const NOTHING_KEPT: Retention = { passed: 0, least: 0, planned: 0, shown: null, outlived: null, of: new Map() };

const NOTHING_KNOWN: Known = { kept: new Map(), deleted: new Map(), claimed: new Map(), claimsLast: 0 };

export function knownTo(owner: string, { of }: Retention): Known {
  return of.get(owner) ?? NOTHING_KNOWN;
}

/** Adds a wait that the scenario wants. `least`: the minimum, if it may have ended earlier. */
export function afterWait(retention: Retention, milliseconds: number, least = milliseconds): Retention {
  const after = afterDelay(retention, milliseconds, least);
  return { ...after, planned: after.passed };
}

/** Adds a wait that the target requests or a job needs. */
export function afterDelay(retention: Retention, milliseconds: number, least = milliseconds): Retention {
  const { passed } = retention;
  return { ...retention, passed: passed + Math.max(0, milliseconds), least: retention.least + Math.max(0, least) };
}

/** Records what an answer reports as kept, deleted or claimed. */
export function afterExchange(retention: Retention, exchange: Exchange, owner: string): Retention {
  const before = knownTo(owner, retention);
  const now = { passed: retention.passed, at: exchange.at };
  const after = withAnswer(isKnownClaim(exchange) ? withClaimThatLasts(before, exchange, now) : before, exchange, now);
  return after === before ? retention : { ...retention, of: new Map([...retention.of, [owner, after]]) };
}

function withAnswer(known: Known, exchange: Exchange, now: Then): Known {
  const { answer, request } = exchange;
  if (answer === null || answer.status >= 300) return known;
  if (request.method === 'DELETE') return withDeletion(known, request.url, now);
  const { body } = viewOf(exchange);
  const kept = new Map(known.kept);
  for (const thing of thingsIn(body)) noteThing(kept, thing, now);
  const key = keyOf(exchange);
  const isClaim = answer.status === 202 && key !== null && isSubmission(request.method, request.url);
  if (!isClaim) return { ...known, kept };
  const claim = { job: idOf({ body }), since: now };
  return { ...known, kept, claimed: new Map([...known.claimed, [key, claim]]) };
}

export function keyOf({ request }: Exchange): string | null {
  return headerOf(Object.entries(request.headers), 'Idempotency-Key');
}

/** Spec 4.2, 7: the answers to a submission with a key that the target knows. */
function isKnownClaim(exchange: Exchange): boolean {
  const { request, answer } = exchange;
  if (answer === null || !isSubmission(request.method, request.url)) return false;
  const { code } = Object(Object(viewOf(exchange).body).error) as { code?: unknown };
  if (answer.status === 200) return true;
  return code === 'IDEMPOTENCY_KEY_REUSED' || code === 'JOB_DELETED';
}

function withClaimThatLasts(known: Known, exchange: Exchange, now: Then): Known {
  const claim = known.claimed.get(keyOf(exchange) ?? '');
  if (claim === undefined) return known;
  return { ...known, claimsLast: Math.max(known.claimsLast, between(claim.since, now)) };
}

export function between(then: Then, now: Then): number {
  return Math.max(now.passed - then.passed, now.at - then.at);
}

function withDeletion(known: Known, url: string, now: Then): Known {
  const id = idIn(url);
  if (id === null) return known;
  const kept = new Map(known.kept);
  // Spec 4.1: the deletion of an expired asset has the same answer, so a deleted asset may later be reported as
  // expired.
  if (!url.startsWith('/v1/assets/')) kept.delete(id);
  return { ...known, kept, deleted: new Map([[id, now], ...known.deleted]) };
}

type Thing = { id: string; expires_at: unknown; status?: unknown };

/** Returns the jobs and assets in a body: the body itself, the results of a job, and the elements of a page. */
function thingsIn(body: unknown): Thing[] {
  const { output, data } = Object(body) as { output?: unknown; data?: unknown };
  const { image, visualizations } = Object(output) as { image?: unknown; visualizations?: unknown };
  return [body, image, ...listOf(visualizations), ...listOf(data)].filter(isThing);
}

function isThing(value: unknown): value is Thing {
  return typeof (Object(value) as { id?: unknown }).id === 'string' && Object.hasOwn(Object(value), 'expires_at');
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

const AT_WORK: readonly unknown[] = ['queued', 'running'];

function noteThing(kept: Map<string, Kept>, thing: Thing, now: Then): void {
  const { id, expires_at, status } = thing;
  const until = parseInstant(expires_at);
  const isAtWork = until === null && AT_WORK.includes(status);
  // The start of an unreported retention is also unknown: it may be the acceptance.
  const since = kept.get(id)?.since ?? now;
  kept.set(id, { until, since, ...(isAtWork && { atWork: true as const }) });
}

/** Returns the id in the path of a request about a single job or asset. */
export function idIn(url: string): string | null {
  const [, id] = /^\/v1\/(?:jobs|assets)\/([^/?#]+)/.exec(url) ?? [];
  return id === undefined ? null : decoded(id);
}
