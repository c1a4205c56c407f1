import type { Exchange } from '../effects/http/exchange.ts';
import type { Facts } from '../plan/facts.ts';
import type { Mismatch } from '../suite/expectation/finding.ts';
import type { RouteName } from '../suite/vocabulary.ts';
import { type Asked, isPlain, readAsked } from './asked.ts';
import { demandsOfAsset, demandsOfAssetDeletion, demandsOfContent } from './assets.ts';
import { findingsOfDeliveries, type Inbox } from './deliveries.ts';
import { breachesOf, type Demand } from './demand.ts';
import { demandsOfCancel, demandsOfJobDeletion, demandsOfRead, demandsOfView } from './jobs.ts';
import { isFull, type Known, type KnownAsset, type KnownJob, nothingKnown } from './known.ts';
import { createLearner } from './learn.ts';
import { createLedger } from './ledger.ts';
import { demandsOfAssetList, demandsOfJobList } from './lists.ts';
import { readSubmission } from './read-submission.ts';
import { demandsOfSubmission } from './submissions.ts';

/** One answer, in the order in which they came. */
export type Seen = {
  exchange: Exchange;
  /** Its position on the tape. */
  position: number;
  /** The name of the key that it was asked for with. */
  key: string;
  /** Milliseconds of the target's time that the instance has let pass. */
  passed: number;
  /** Another request was under way meanwhile, so that their order is not known. */
  isConcurrent: boolean;
  /** The target may not have any more what was asked for. */
  isForgotten: boolean;
};

/** What an answer breaks by what earlier answers have made certain, and where those are on the tape. */
export type ModelFinding = { rule: string; mismatch: Mismatch; exchanges: number[] };

export type Model = {
  see(seen: Seen): ModelFinding[];
  /** A driver was asked to do something. */
  drive(call: string): void;
  /** What has come to a receiver so far. */
  deliver(hook: string, inbox: Inbox): void;
  /** What shows only when everything has been seen. */
  finish(): ModelFinding[];
  /** The position on the tape from which on nothing was judged, since there was too much to keep in mind; null where all was. */
  gaveUpAt(): number | null;
};

/** Where an answer is a limit, about the API key, or a gateway's, nothing follows from it. */
const NOTHING_FOLLOWS: readonly number[] = [401, 408, 411, 413, 414, 415, 429, 431];
/** Operations that may be off; a 404 of theirs says something only once they have answered otherwise. */
const OPTIONAL: readonly RouteName[] = ['asset-list', 'job-list', 'cancel', 'job-delete', 'asset-delete', 'balance'];
/** How long an input asset is certain to be there after it was shown: it may be purged before its expires_at. */
const SURE_FOR = 60_000;

/**
 * What must come next (Spec 2 to 5): fed with every answer of an instance, it holds what is certain of assets, jobs, claims and
 * units, and says what an answer breaks. It says nothing where the specification leaves a choice, or time makes it uncertain.
 */
export function createModel({ keys, tenant }: Pick<Facts, 'keys' | 'tenant'>): Model {
  const known = nothingKnown();
  const ledger = tenant === null ? null : createLedger();
  const learn = createLearner(known, ledger);
  const inboxes = new Map<string, Inbox>();
  /** By owner: a feature is on or off for an account or an environment. */
  const served = new Set<string>();
  let gaveUpAt: number | null = null;
  const demandsOf = (asked: Asked, seen: Seen): Demand[] => {
    const { route, owner, view } = asked;
    const mayBeOff = OPTIONAL.includes(route.name) && view.status === 404 && !served.has(`${owner} ${route.name}`);
    const isCertain = !seen.isConcurrent && !seen.isForgotten && !mayBeOff && !mayHaveLapsed(asked, seen, known);
    const isJudged = isCertain && !saysNothing(asked) && isPlain(asked);
    const isSure = (asset: KnownAsset) => isSureToBeThere(asset, seen, known, tenant !== null);
    return isJudged ? (OF_ROUTE[route.name]?.(asked, known, isSure) ?? []) : [];
  };
  return {
    gaveUpAt: () => gaveUpAt,
    see: (seen) => {
      if (gaveUpAt !== null) return [];
      const asked = readAsked(seen.exchange, seen.key, keys);
      if (asked === null) {
        learn.unclear(seen.exchange);
        return [];
      }
      const findings = breachesOf(demandsOf(asked, seen), asked.view).map(({ rule, mismatch, because }) => ({
        rule,
        mismatch,
        exchanges: [...because.flatMap((id) => known.shown.get(id)?.position ?? []), seen.position],
      }));
      if ((asked.view.status ?? 500) < 300) served.add(`${asked.owner} ${asked.route.name}`);
      learn.from(asked, seen);
      if (isFull(known)) gaveUpAt = seen.position;
      return findings;
    },
    drive: (call) => {
      if (!/^(?:clock|jobs|webhooks)\./.test(call)) ledger?.interrupt();
      if (/^(?:tenants|account)/.test(call)) served.clear();
    },
    deliver: (hook, inbox) => {
      inboxes.set(hook, inbox);
    },
    finish: () => [
      ...(ledger?.audit() ?? []).map(({ rule, mismatch, position, before }) => ({
        rule,
        mismatch,
        exchanges: [before, position],
      })),
      ...findingsOfDeliveries([...inboxes.values()], known).map(({ rule, mismatch, because, position }) => ({
        rule,
        mismatch,
        exchanges: [...because.flatMap((id) => known.shown.get(id)?.position ?? []), position],
      })),
    ],
  };
}

function saysNothing({ view: { status } }: Asked): boolean {
  return status === null || status >= 500 || NOTHING_FOLLOWS.includes(status);
}

/** How long a job is kept is open: one that is not there any more is judged only shortly after it was shown. */
function mayHaveLapsed({ id, view: { status } }: Asked, { passed, exchange }: Seen, { jobs, shown }: Known): boolean {
  const last = shown.get(id);
  if (status !== 404 || !jobs.has(id) || last === undefined) return false;
  return sinceThen(last, { passed, exchange }) >= SURE_FOR;
}

/** An input may be purged early, and others may have deleted it in an account that is not the instance's own. */
function isSureToBeThere(
  { id, until, purpose }: KnownAsset,
  { passed, exchange }: Seen,
  { shown, clock }: Known,
  isWholeAccount: boolean,
): boolean {
  const last = shown.get(id);
  if (last === undefined || until === null || clock === null) return false;
  const now = { passed, exchange };
  const isExpired = clock.time + sinceThen(clock, now) + SURE_FOR >= until;
  return !isExpired && (purpose === 'result' || (isWholeAccount && sinceThen(last, now) < SURE_FOR));
}

/** Milliseconds that have gone by since then, on the target's clock or on ours, whichever is more. */
function sinceThen(
  then: { passed: number; at: number },
  { passed, exchange }: Pick<Seen, 'passed' | 'exchange'>,
): number {
  return Math.max(passed - then.passed, exchange.at - then.at);
}

type Demanding = (asked: Asked, known: Known, isSureToBeThere: (asset: KnownAsset) => boolean) => Demand[];

const OF_ROUTE: Partial<Record<RouteName, Demanding>> = {
  job: ofJob(demandsOfRead),
  cancel: ofJob((job, asked, known) => [...demandsOfCancel(job, asked, known), ...demandsOfShown(job, asked)]),
  'job-delete': ofJob(demandsOfJobDeletion),
  asset: ofAsset(demandsOfAsset),
  content: ofAsset(demandsOfContent),
  'asset-delete': ofAsset(demandsOfAssetDeletion),
  'asset-list': demandsOfAssetList,
  'job-list': demandsOfJobList,
  submit: (asked, known, isSure) => {
    const { url, body } = asked.view.request;
    const submission = readSubmission(url, body);
    return submission === null ? [] : demandsOfSubmission(submission, asked, known, isSure);
  },
};

function ofJob(demands: (job: KnownJob, asked: Asked, known: Known) => Demand[]): Demanding {
  return (asked, known) => {
    const job = known.jobs.get(asked.id);
    return job === undefined ? [] : demands(job, asked, known);
  };
}

function ofAsset(demands: (asset: KnownAsset, asked: Asked, known: Known, isThere: boolean) => Demand[]): Demanding {
  return (asked, known, isSure) => {
    const asset = known.assets.get(asked.id);
    return asset === undefined ? [] : demands(asset, asked, known, isSure(asset));
  };
}

function demandsOfShown(job: KnownJob, { view }: Asked): Demand[] {
  return view.status === 200 || view.status === 202 ? demandsOfView(job) : [];
}
