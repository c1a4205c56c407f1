import type { Exchange } from '../effects/http/exchange.ts';
import { type ExchangeView, viewOf } from '../effects/http/view.ts';
import type { Facts } from '../plan/facts.ts';
import { type Owner, ownerOf, roleSent } from '../plan/owner.ts';
import type { RouteName } from '../suite/vocabulary.ts';
import { routeOf } from '../target/routes.ts';
import { codeOf } from './demand.ts';
import {
  beginningOf,
  isJobKept,
  isServed,
  type Known,
  type KnownAsset,
  type KnownJob,
  SURE_FOR,
  since,
  type When,
} from './known.ts';
import { readSubmission, type Submission, sourceOf } from './read-submission.ts';

/** One answer, in the order in which they came. */
export type Seen = {
  exchange: Exchange;
  /** Its position on the tape. */
  position: number;
  /** The role whose key was to be sent. */
  key: string;
  /** Milliseconds of the target's time that the instance has let pass, at most and at least. */
  passed: number;
  least: number;
  /** Another request was under way at the same time, so their order is unknown. */
  isConcurrent: boolean;
  /** The target may no longer have the requested object. */
  isForgotten: boolean;
};

/** A request and its answer, as every part of the model reads them. `key`: the first role that has the key that was sent. */
export type Sight = Seen &
  When & {
    view: ExchangeView;
    /** Null for a path that is not documented. */
    route: RouteName | null;
    /** The id that the path names; empty if it names none. */
    id: string;
    /** Whose things the key reaches; null if that is unknown, and for a path that is not documented. */
    owner: Owner | null;
    /** The product request; null for other requests, and for a body that is not a JSON object. */
    submission: Submission | null;
    /** Whether the request has only what the specification defines: the effect of anything else is open. */
    isPlain: boolean;
    /** Whether anything follows from the answer, also from a failure of the server and from a refused key. */
    isAnswered: boolean;
    /** Whether anything follows from the answer about what its owner has. */
    isJudged: boolean;
  };

/** Statuses of limits and gateways: nothing follows from them. */
const NOTHING_FOLLOWS: readonly number[] = [408, 411, 413, 414, 415, 429, 431];
/** Of an upload, its type is looked at by the service itself. */
function isOfLimits(route: RouteName | null, status: number): boolean {
  return NOTHING_FOLLOWS.includes(status) && !(route === 'upload' && status === 415);
}

/** Operations that may be off; a 404 of theirs says something only once they have answered otherwise. */
const OPTIONAL: readonly RouteName[] = [
  ...(['asset-list', 'job-list', 'cancel', 'job-delete', 'asset-delete', 'balance'] as const),
  ...(['submit', 'submit-hair'] as const),
];
/** Spec 4.3: a 500 is among their statuses. */
const MAY_FAIL: readonly (RouteName | null)[] = ['job', 'cancel', 'job-delete'];

/** The only place that decides when nothing may be judged. */
export function readSight(seen: Seen, known: Known, facts: Pick<Facts, 'keys' | 'tenant'>): Sight {
  const { exchange, position, passed, least, isConcurrent, isForgotten } = seen;
  const view = viewOf(exchange);
  const { method, url, body, header } = view.request;
  const key = roleSent(header['x-api-key'], facts);
  const found = routeOf(method, url);
  const route = found?.name ?? null;
  const status = view.status ?? 599;
  const isPossible = status < 500 || (status <= 501 && !MAY_FAIL.includes(route));
  const sight: Sight = {
    exchange,
    position,
    key: key ?? seen.key,
    passed,
    least,
    isConcurrent,
    isForgotten,
    view,
    route,
    id: found?.id ?? '',
    at: exchange.at,
    owner: route === null || key === null ? null : ownerOf(key, facts),
    submission: route?.startsWith('submit') ? readSubmission(url, body) : null,
    isPlain: isPlain(view, route) || isWhole(view, route),
    isAnswered: !isConcurrent && !isForgotten && isPossible && !isOfLimits(route, status),
    isJudged: false,
  };
  if (isOfOthers(sight, known)) sight.isAnswered = false;
  const isAboutKey = status === 401 || sight.owner === null;
  const isCertain = !isAboutKey && !mayBeOff(sight, known) && !mayHaveLapsed(sight, known);
  sight.isJudged = sight.isAnswered && sight.isPlain && status < 500 && isCertain;
  return sight;
}

/** Refusals that something else than the request explains: a key was revoked, units were used, a thing was deleted. A 403 may be of the network. */
const BY_OTHERS: readonly number[] = [401, 402, 404, 410];

/** Whether requests of other clients, or from before the first answer, may be the reason of a refusal. */
function isOfOthers({ id, owner, view }: Pick<Sight, 'id' | 'owner' | 'view'>, known: Known): boolean {
  if (!known.mayOthersAct || owner === null) return false;
  const job = known.jobs.get(id);
  const isGone = job !== undefined && (job.owner !== owner || job.isDeleted);
  // A key that was never accepted may be none.
  const isKeyKnown = [...known.served.values()].some((owners) => owners.has(owner));
  if (!isKeyKnown && (view.status ?? 0) >= 400) return true;
  const isOfNetwork = view.status === 403 && codeOf(view) !== 'INSUFFICIENT_SCOPE';
  return isOfNetwork || (BY_OTHERS.includes(view.status ?? 0) && !isGone);
}

/** Headers that the specification defines. The effect of others, such as Range, is open. */
const SPECIFIED: readonly string[] = ['x-api-key', 'content-type', 'idempotency-key', 'if-none-match'];

function isPlain({ request }: Pick<ExchangeView, 'request'>, route: RouteName | null): boolean {
  const isBare = request.text === '' && request.header['idempotency-key'] === undefined;
  return (
    route !== null &&
    Object.keys(request.header).every((name) => SPECIFIED.includes(name)) &&
    (route === 'asset-list' || route === 'job-list' || !request.url.includes('?')) &&
    (isBare || route.startsWith('submit') || route === 'upload')
  );
}

/** A request for a part of a picture that was answered with 200, and so as if it were for all of it. */
function isWhole({ request: { header, ...request }, status }: ExchangeView, route: RouteName | null): boolean {
  const { range, ...others } = header;
  return (
    range !== undefined &&
    route === 'content' &&
    status === 200 &&
    isPlain({ request: { ...request, header: others } }, route)
  );
}

/** Whether the operation may be off according to the answer. */
export function mayBeOff({ route, owner, view }: Pick<Sight, 'route' | 'owner' | 'view'>, known: Known): boolean {
  return route !== null && OPTIONAL.includes(route) && view.status === 404 && !isServed(route, owner, known);
}

/** How long a job is kept is open: one that is missing is judged until it expires, and shortly after it was shown. */
function mayHaveLapsed(sight: Pick<Sight, 'id' | 'view'> & When, known: Known): boolean {
  const last = known.shown.get(sight.id);
  const job = known.jobs.get(sight.id);
  if (sight.view.status !== 404 || job === undefined || last === undefined) return false;
  return since(last, sight) >= SURE_FOR && !isJobKept(job, sight, known);
}

/** Whether the request may or may not have been carried out: its answer was lost, or the server failed. */
export function isUnclear({ view: { status } }: Sight): boolean {
  return status === null || status >= 500 || status === 408;
}

/** Whether a job was made: the status of a hair try-on is part of a draft. */
export function isAccepted({ route, view: { status, header } }: Pick<Sight, 'route' | 'view'>): boolean {
  if (route === 'submit-hair') return status !== null && status < 300 && !isMarkedAsReplay(header);
  return status === 202;
}

export function isMarkedAsReplay(header: ExchangeView['header']): boolean {
  return header['idempotency-replayed']?.toLowerCase() === 'true';
}

/** Whether its Idempotency-Key was sent before, with any API key: a request without one counts as an empty one. */
export function isKeySent({ view }: Sight, { sentKeys, mayOthersAct }: Known): boolean {
  return mayOthersAct || sentKeys.has(beginningOf(view.request.header['idempotency-key'] ?? ''));
}

/** The job that the path names, where it belongs to the caller. */
export function jobOf({ id, owner }: Sight, { jobs }: Known): KnownJob | undefined {
  return own(jobs.get(id), owner);
}

/** The asset that the path names, where it belongs to the caller. */
export function assetOf({ id, owner }: Sight, { assets }: Known): KnownAsset | undefined {
  return own(assets.get(id), owner);
}

/** The asset that the body of a submission names first, where it belongs to the caller. */
export function inputOf({ view, owner }: Sight, { assets }: Known): KnownAsset | undefined {
  return own(assets.get(sourceOf(view.request.body) ?? ''), owner);
}

function own<T extends { owner: Owner }>(thing: T | undefined, owner: Owner | null): T | undefined {
  return thing?.owner === owner ? thing : undefined;
}
