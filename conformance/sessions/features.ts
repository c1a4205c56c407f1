import type { KnownAsset, KnownJob, Known as KnownThings } from '../../shared/sessions/known.ts';
import { mistakeInQuery } from '../../shared/sessions/mistakes.ts';
import { NEW, type Reference } from '../../shared/sessions/operation.ts';
import { tagText } from './deed-text.ts';
import type { Deed } from './operation.ts';

/** The features of an operation, such as `state=queued`; first its action, then the caller and the state. */
export type Features = readonly [action: string, ...others: string[]];

/** What the features of an operation depend on. */
export type Situation = KnownThings & {
  /** The waits of the clock, each by the operation that it is. */
  waits: readonly Wait[];
  done: readonly Done[];
};

/** `of`: the thing whose end was waited for. */
type Wait = { nth: number; name: string; of?: number };

/** An operation that was drawn, and the thing that it is about. */
type Done = { action: string; of: number | undefined; key: string; isLook: boolean; text: string };

/** The features of an operation: action, caller, object, state, time since, and count. */
export function featuresOf(deed: Deed, known: Situation): Features {
  const action = actionOf(deed);
  const key = callerOf(deed);
  const mistake = mistakeOf(deed);
  if (mistake !== null) return [`${action}: ${mistake}`, ...parametersOf(deed).map((name) => `with=${name}`)];
  const job = jobOf(deed, known);
  const asset = job === undefined ? assetOf(deed, known) : undefined;
  const subject = job ?? asset;
  return [
    action,
    `key=${key}`,
    ...(job === undefined ? [] : [`state=${stateOf(job)}`, `product=${job.product}`]),
    ...(deed.does === 'submit' ? ofSubmission(deed, job, known) : []),
    ...((deed as { of?: unknown }).of === 'unknown' ? ['of=nothing'] : []),
    ...(asset === undefined ? [] : [`asset=${asset.isDeleted ? 'deleted' : asset.owner}`]),
    ...(subject === undefined ? [] : [`age=${ageOf(subject, known)}`, `after=${lastChange(subject, known)}`]),
    ...(job === undefined ? [] : [`input=${inputOf(job, known)}`]),
    ...parametersOf(deed).map((name) => `with=${name}`),
    ...pageChanges(deed, known).map((name) => `changed=${name}`),
    `times=${timesOf(action, subject?.nth, known)}`,
    ...(isLook(deed) || subject === undefined ? sinceLast(action, subject, known) : []),
  ];
}

function ofSubmission(deed: Deed & { does: 'submit' }, job: KnownJob | undefined, known: Situation): string[] {
  const product = `of=${deed.product}`;
  const like = deed.like === undefined ? [] : [`key ${deed.like.how}`];
  if (isFirst(deed)) return [product, `account=${lastChangeOfAccount(known)}`, ...like];
  return job === undefined ? [product, 'after=refusal'] : [product];
}

function callerOf(deed: Deed): string {
  return (deed as { key?: string }).key ?? 'primary';
}

/** The action, without its object. */
export function actionOf(deed: Deed): string {
  switch (deed.does) {
    case 'read':
      return `read ${deed.thing}${tagText(deed)}`;
    case 'delete':
      return `delete ${deed.thing}`;
    case 'list':
    case 'next page':
      return `${deed.does} ${deed.thing}${mistakeOf(deed) === null ? '' : ' badly'}`;
    case 'submit':
      return mistakeOf(deed) === null
        ? ['submit', isFirst(deed) ? '' : 'again', deed.respell ?? ''].join(' ')
        : 'submit badly';
    case 'units for':
      return `${deed.does} ${deed.by}`;
    default:
      return deed.does;
  }
}

/** What is wrong with a request that is refused in any state; null if nothing is. */
function mistakeOf(deed: Deed): string | null {
  if (deed.does === 'odd') return deed.request;
  if (deed.does === 'upload badly') return deed.mistake;
  if (deed.does === 'submit') return deed.mistake ?? null;
  if (deed.does !== 'list' && deed.does !== 'next page') return null;
  return mistakeInQuery(deed.query);
}

/** It has an Idempotency-Key of its own; once it is placed, its number. */
function isFirst(deed: Deed & { does: 'submit' }): boolean {
  return deed.claim === NEW || deed.claim === (deed as { nth?: number }).nth;
}

function parametersOf(deed: Deed): string[] {
  if (deed.does !== 'list' && deed.does !== 'next page') return [];
  return [...Object.keys(deed.query), ...['since', 'until', 'job'].filter((name) => name in deed)];
}

/** What is not as it was for the page before. */
function pageChanges(deed: Deed, { pages }: Situation): string[] {
  if (deed.does !== 'next page') return [];
  const before = pages.find(({ nth }) => nth === deed.of);
  const all = (of: object | undefined) => ({ ...of, ...(of as { query?: object } | undefined)?.query });
  const [was, now] = [all(before), all(deed)] as [Record<string, unknown>, Record<string, unknown>];
  return PAGE_PARTS.filter((name) => was[name] !== now[name]);
}
const PAGE_PARTS = ['limit', 'purpose', 'since', 'until', 'by', 'job', 'key'];

/** It changes nothing, and shows changes. */
function isLook({ does }: Deed): boolean {
  return LOOKS.includes(does);
}
const LOOKS: readonly string[] = ['read', 'list', 'next page', 'balance', 'usage', 'receive', 'ping', 'resend'];

function jobOf(deed: Deed, { jobs }: Situation): KnownJob | undefined {
  if (deed.does === 'submit') return isFirst(deed) ? undefined : jobs.find(({ nth }) => nth === deed.claim);
  const of = 'job' in deed ? deed.job : 'of' in deed ? deed.of : undefined;
  return jobs.find((job) => job.nth === of || (typeof of === 'number' && job.shownBy === of));
}

function assetOf(deed: Deed, { assets }: Situation): KnownAsset | undefined {
  const { of } = deed as { of?: Reference };
  return assets.find(({ nth }) => nth === of);
}

function stateOf({ stage, end, isDeleted, isGoingToEnd, shownBy, plan }: KnownJob): string {
  const outcome = end === 'failed' ? (plan?.outcome ?? end) : end;
  const now = stage === 'done' ? `${outcome}${shownBy === null ? ' unseen' : ''}` : (stage ?? 'unknown');
  return `${now}${isGoingToEnd ? ' to be cancelled' : ''}${isDeleted ? ' deleted' : ''}`;
}

/** The last wait since it was made. */
function ageOf({ nth, ...thing }: KnownAsset | KnownJob, { waits }: Situation): string {
  const last = waits.at(-1);
  if (last === undefined || last.nth < nth) return 'fresh';
  const isOwn = last.of === nth || ('shownBy' in thing && last.of === thing.shownBy);
  return last.of === undefined || isOwn ? last.name : `the end of another`;
}

/** The last operation on it that may have changed it. */
function lastChange({ nth }: KnownAsset | KnownJob, { done }: Situation): string {
  return done.findLast(({ of, isLook }) => of === nth && !isLook)?.action ?? 'nothing';
}

/** The last change of the account itself, by a driver. */
function lastChangeOfAccount({ done }: Situation): string {
  return done.findLast(({ action }) => isOfAccount(action))?.action ?? 'nothing';
}

export function isOfAccount(action: string): boolean {
  return OF_ACCOUNT.some((name) => action.startsWith(name));
}
const OF_ACCOUNT = ['credits', 'units for', 'limit', 'with a fault', 'without a feature'];

function inputOf(job: KnownJob, known: Situation): string {
  const asset = known.assets.find(({ nth }) => nth === job.of);
  return asset === undefined || asset.isDeleted ? 'gone' : ageOf(asset, known);
}

/** More than two are alike. */
const MANY = 3;

function timesOf(action: string, of: number | undefined, { done }: Situation): number {
  return Math.min(done.filter((one) => one.action === action && one.of === of).length, MANY);
}

/** The last change since the same was done to the account, or the last change of something else since the same look at a thing. */
function sinceLast(action: string, subject: { nth: number } | undefined, { done }: Situation): string[] {
  const last = done.findLastIndex((one) => one.action === action && one.of === subject?.nth);
  const changes = done.slice(last + 1).filter(({ isLook }) => !isLook);
  if (subject === undefined) return changes.slice(-1).map(({ text }) => `since=${text}`);
  const others = changes.filter(({ of }) => of !== subject.nth);
  return others.slice(-1).map((one) => `since=${one.action}`);
}

export function doneOf(deed: Deed, known: Situation): Done {
  const action = actionOf(deed);
  const job = jobOf(deed, known);
  const subject = job ?? assetOf(deed, known);
  const state = job === undefined ? '' : ` ${stateOf(job)}`;
  const age = subject === undefined ? '' : ` ${ageOf(subject, known)}`;
  return { action, key: callerOf(deed), of: subject?.nth, isLook: isLook(deed), text: `${action}${state}${age}` };
}
