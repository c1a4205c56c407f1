import { parseInstant } from '../../shared/expression/quantities.ts';
import type { Exchange } from '../effects/http/exchange.ts';
import { headerOf } from '../effects/http/headers.ts';
import { idOf, viewOf } from '../effects/http/view.ts';
import { decoded } from '../suite/expression/percent-encoding.ts';
import { isSubmission } from '../target/routes.ts';

/** What the target has said of how long it keeps things, and what it was reported whose keeping it says nothing of. */
export type Retention = {
  /** Milliseconds of the target's time that this instance has let pass by waiting, at most and at least. */
  readonly passed: number;
  readonly least: number;
  /** How much of it had passed when a wait of the scenario's own ended last; what came since is what it was kept waiting for. */
  readonly planned: number;
  /** The latest time that an answer showed, and how much had passed by then: the target's time goes on from there. */
  readonly shown: { at: number; passed: number } | null;
  /** Why the instance may have outlived what it made, so that nothing that it expects is sure any more. */
  readonly outlived: string | null;
  /** By the account and environment of the key that was used: what others see is another matter. */
  readonly of: ReadonlyMap<string, Known>;
};

/** What one owner was reported. */
export type Known = {
  /** By id: the `expires_at` that was shown last; null for a job that says none. */
  readonly kept: ReadonlyMap<string, Kept>;
  /** Deletions by id, and claims by their Idempotency-Key with the job that was made. */
  readonly deleted: ReadonlyMap<string, Then>;
  readonly claimed: ReadonlyMap<string, { job: string | null; since: Then }>;
  /** How old a claim was that the target still knew. A deletion does not end one (Spec 4.2), so it holds of all. */
  readonly claimsLast: number;
};

/** A moment by both clocks: ours continues where no driver moves that of the target. */
export type Then = { passed: number; at: number };

/** `since`: when it was seen first. `atWork`: it was last seen before its end, which may have come since. */
export type Kept = { until: number | null; since: Then; atWork?: true };

export const NOTHING_KEPT: Retention = { passed: 0, least: 0, planned: 0, shown: null, outlived: null, of: new Map() };

const NOTHING_KNOWN: Known = { kept: new Map(), deleted: new Map(), claimed: new Map(), claimsLast: 0 };

export function knownTo(owner: string, { of }: Retention): Known {
  return of.get(owner) ?? NOTHING_KNOWN;
}

/** After a wait that the scenario wants. `least`: it may have been over before. */
export function afterWait(retention: Retention, milliseconds: number, least = milliseconds): Retention {
  const after = afterDelay(retention, milliseconds, least);
  return { ...after, planned: after.passed };
}

/** After a wait that the target asks for, or that a job takes. */
export function afterDelay(retention: Retention, milliseconds: number, least = milliseconds): Retention {
  const { passed } = retention;
  return { ...retention, passed: passed + Math.max(0, milliseconds), least: retention.least + Math.max(0, least) };
}

/** Notes what an answer says is kept, deleted or claimed. */
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

/** Spec 4.2, 7: the answers to a submission whose key the target knows. */
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
  // Spec 4.1: the deletion of an asset that has expired answers as any other, so what is deleted may be reported as expired.
  if (!url.startsWith('/v1/assets/')) kept.delete(id);
  return { ...known, kept, deleted: new Map([[id, now], ...known.deleted]) };
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

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

const AT_WORK: readonly unknown[] = ['queued', 'running'];

function noteThing(kept: Map<string, Kept>, thing: Thing, now: Then): void {
  const { id, expires_at, status } = thing;
  const until = parseInstant(expires_at);
  const isAtWork = until === null && AT_WORK.includes(status);
  // A retention that is not reported has no known start either: it may begin at the acceptance.
  const since = kept.get(id)?.since ?? now;
  kept.set(id, { until, since, ...(isAtWork && { atWork: true as const }) });
}

/** The id in the path of a request about one job or asset. */
export function idIn(url: string): string | null {
  const [, id] = /^\/v1\/(?:jobs|assets)\/([^/?#]+)/.exec(url) ?? [];
  return id === undefined ? null : decoded(id);
}
