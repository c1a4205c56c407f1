import { parseInstant } from '../../shared/expression/quantities.ts';
import type { Owner } from '../plan/owner.ts';
import type { RouteName } from '../suite/vocabulary.ts';
import { namedIn, type Submission } from './read-submission.ts';
import { idsIn, sentencesIn } from './texts.ts';

export type JobStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

type Body = Readonly<Record<string, unknown>>;

/** What is certain of a job. `status` is the last one that was shown: the job may have moved on since, unless it had ended. */
export type KnownJob = {
  readonly kind: 'job';
  readonly id: string;
  readonly owner: Owner;
  /** The name of the key that made it. */
  readonly by: string;
  readonly operation: string;
  /** The request that made it. */
  readonly submission: Submission | null;
  /** Where on the tape it was accepted. */
  readonly accepted: number;
  status: JobStatus;
  isDeleted: boolean;
  /** A cancel was sent that was not granted at once: it may take effect later, and is billed or not. */
  mayBeCancelledLate: boolean;
  /** How it was shown first after its end; null before that. */
  end: Body | null;
  /** A time of the target by which its deletion was answered; null if it was not deleted. */
  deletedBy: number | null;
};

/** What is certain of an asset. */
export type KnownAsset = {
  readonly kind: 'asset';
  readonly id: string;
  readonly owner: Owner;
  /** The name of the key that uploaded it, or that was shown its job. */
  readonly by: string;
  readonly purpose: 'input' | 'result';
  /** The job that it is a result of. */
  readonly job: string | null;
  /** Where on the tape it became known. */
  readonly seenAt: number;
  isDeleted: boolean;
  /** Its expires_at, in milliseconds; null if it was not shown. */
  until: number | null;
};

/** An Idempotency-Key that a submission has claimed. `job` is null if its job is uncertain. */
export type Claim = { readonly submission: Submission; readonly job: string };

/** A moment on both clocks: the clock that the instance moves, with its latest and earliest time, and ours. */
export type When = { readonly passed: number; readonly least: number; readonly at: number };

/** When a thing was shown last, and where on the tape; how it was shown first (by what made it: its job, of a result) and last. */
export type Shown = When & { readonly position: number; readonly first: Body; readonly last: Body };

/** All that the answers so far have made certain. */
export type Known = {
  /** The account was made for the instance, so that nothing else changes it. */
  readonly isAccountMade: boolean;
  /**
   * Others may act between two answers, and something may have been before the first one: a thing may be deleted, a job
   * cancelled, an Idempotency-Key claimed, a feature switched off. A job that has ended stays so.
   */
  readonly mayOthersAct: boolean;
  readonly jobs: Map<string, KnownJob>;
  readonly assets: Map<string, KnownAsset>;
  /** Ids about which nothing is certain any more, regardless of later answers. */
  readonly doubtful: Set<string>;
  /** Ids of objects whose owner is the only certain fact: requests raced for them, or an answer was lost. */
  readonly unsure: Set<string>;
  /** By owner, API key and Idempotency-Key. Null if the key was sent, and what came of it is not certain. */
  readonly claims: Map<string, Claim | null>;
  readonly shown: Map<string, Shown>;
  /** What may be an id in any answer or delivery, and the texts that have one within. */
  readonly mentioned: Set<string>;
  readonly sentences: Set<string>;
  /** The beginnings of all Idempotency-Keys that were sent, with any API key. */
  readonly sentKeys: Set<string>;
  /** By owner, accepted requests, their values, and forms of Idempotency-Keys. Other valid ones are open. */
  readonly accepted: Set<string>;
  /** By API key, the operations that it has been allowed to submit. */
  readonly scopes: Set<string>;
  /** Operations that have answered with a success, by owner: a feature is on or off for an account or an environment. */
  readonly served: Map<RouteName, Set<Owner>>;
  /** By how much the target's time was at least ahead of what the instance has certainly let pass. */
  ahead: number | null;
  /** The time at which something was made just then, and when that was. */
  clock: (When & { readonly time: number }) | null;
  /** All collections, including those of single topics. */
  readonly kept: { readonly size: number }[];
};

export function nothingKnown(isAccountMade = false, mayOthersAct = false): Known {
  const collections = {
    jobs: new Map(),
    assets: new Map(),
    doubtful: new Set<string>(),
    unsure: new Set<string>(),
    claims: new Map(),
    shown: new Map(),
    mentioned: new Set<string>(),
    sentences: new Set<string>(),
    sentKeys: new Set<string>(),
    accepted: new Set<string>(),
    scopes: new Set<string>(),
    served: new Map(),
  };
  return { isAccountMade, mayOthersAct, ...collections, ahead: null, clock: null, kept: Object.values(collections) };
}

/** So many jobs, assets, Idempotency-Keys and so on are kept: an instance that meets more is not judged further. */
const MOST_KNOWN = 5_000;

/** Has a collection of a topic counted as one that must not grow without bound. */
export function keepIn<T extends { readonly size: number }>({ kept }: Known, collection: T): T {
  kept.push(collection);
  return collection;
}

export function isFull({ kept }: Known): boolean {
  return kept.some(({ size }) => size >= MOST_KNOWN);
}

/** Keeps the ids in the texts of an answer or a delivery. */
export function noteTexts(texts: readonly string[], { mentioned, sentences }: Known): void {
  for (const id of idsIn(texts)) mentioned.add(id);
  for (const sentence of sentencesIn(texts)) sentences.add(sentence);
}

/** Whether any answer or delivery had this id, in whatever place. */
export function isMentioned(id: string, { mentioned, sentences, shown }: Known): boolean {
  return mentioned.has(id) || shown.has(id) || [...sentences].some((text) => text.includes(id));
}

/** How many characters distinguish an Idempotency-Key from another is open; these do, since a UUID has as many. */
const TELLING = 36;

export function beginningOf(idempotencyKey: string): string {
  return idempotencyKey.slice(0, TELLING);
}

/** Nothing is certain any more about the object with this id, and about the assets that went or stayed with it. */
export function doubt(id: string, { jobs, assets, doubtful }: Known): void {
  const inputs = namedIn(jobs.get(id)?.submission ?? null, assets.keys());
  const results = [...assets.values()].filter(({ job }) => job === id).map((asset) => asset.id);
  jobs.delete(id);
  for (const one of [id, ...results, ...inputs]) {
    doubtful.add(one);
    assets.delete(one);
  }
}

/** Whether it was deleted, itself or with its job. */
export function isGone(asset: KnownAsset, { jobs }: Known): boolean {
  return asset.isDeleted || (asset.job !== null && (jobs.get(asset.job)?.isDeleted ?? false));
}

const ENDED: readonly JobStatus[] = ['succeeded', 'failed', 'cancelled'];

export function hasEnded({ status }: KnownJob): boolean {
  return ENDED.includes(status);
}

/** With a key that reaches nothing: whether it was served to any key of the account. */
export function isServed(route: RouteName, owner: Owner | null, { served }: Known): boolean {
  const owners = served.get(route);
  return (
    owners !== undefined && (owner === null ? [...owners].some((one) => one.startsWith('own ')) : owners.has(owner))
  );
}

/** Milliseconds that have gone by since then, on the target's clock or on ours, whichever is more. */
export function since(then: When, now: When): number {
  return Math.max(now.passed - then.passed, now.at - then.at);
}

/** Times may be written in whole seconds, and an answer takes its time. */
const SLACK = 2_000;

/** The target's time lies between these, as far as answers have shown; null before the first did. */
export function timeAt({ ahead, clock }: Known, now: When): { from: number; to: number } | null {
  if (clock === null || ahead === null) return null;
  const passed = Math.max(0, now.passed - clock.passed) + Math.max(0, now.at - clock.at);
  return { from: ahead + now.least - SLACK, to: Math.max(ahead + now.passed, clock.time + passed) + SLACK };
}

/** The day at the target, in UTC; null if it may be another one. */
export function dayAt(known: Known, now: When): string | null {
  const time = timeAt(known, now);
  if (time === null) return null;
  const [from, to] = [dayOf(time.from), dayOf(time.to)];
  return from === to ? from : null;
}

export function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** How long a thing is certain to be kept after it was shown: an input may be purged before its expires_at. */
export const SURE_FOR = 60_000;

/** Whether it has certainly neither expired nor been purged. In an account that was not made for the instance, others may have deleted it. */
export function isSurelyKept({ id, until, purpose, owner }: KnownAsset, now: When, known: Known): boolean {
  // The clocks of other accounts are others.
  const time = owner.startsWith('own ') ? timeAt(known, now) : null;
  if (known.mayOthersAct || until === null || time === null || known.unsure.has(id)) return false;
  if (time.to + SURE_FOR >= until) return false;
  return purpose === 'result' || (known.isAccountMade && wasShownLately(id, now, known));
}

/** Whether a job that has ended has certainly not expired. */
export function isJobKept({ end, owner }: KnownJob, now: When, known: Known): boolean {
  const until = parseInstant(end?.['expires_at']);
  const time = owner.startsWith('own ') ? timeAt(known, now) : null;
  return until !== null && time !== null && time.to + SURE_FOR < until;
}

export function wasShownLately(id: string, now: When, { shown, mayOthersAct }: Known): boolean {
  const last = shown.get(id);
  return !mayOthersAct && last !== undefined && since(last, now) < SURE_FOR;
}

/** Whether it has certainly expired. */
export function hasExpired({ until, owner }: KnownAsset, now: When, known: Known): boolean {
  const time = owner.startsWith('own ') ? timeAt(known, now) : null;
  return until !== null && time !== null && until < time.from;
}
