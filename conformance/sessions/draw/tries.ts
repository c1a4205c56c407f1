import type { Role } from '../../../shared/sessions/operation.ts';
import type { Known } from '../known.ts';
import type { Deed } from '../operation.ts';
import type { Tools } from './means.ts';
import { lastAsset, lastJob, replay, shownBy, type Turn } from './turns.ts';

export const STRANGERS: readonly Role[] = ['other_env', 'other_account'];
export const REFUSED: readonly Role[] = ['none', 'revoked', 'expired', 'disabled', 'outside'];
export const SCOPELESS: readonly Role[] = ['no_scope', 'no_skin', 'no_makeup', 'second'];

/** Requests that a key may try with objects; each is left out if its object does not exist. */
type Try = (known: Known, key: Role, tools: Tools) => Deed | null;

/** What is tried with the thing that was made or shown last. */
const ofLast =
  (last: (known: Known) => number | null) =>
  (deed: (of: number, key: Role) => Deed): Try =>
  (known, key) => {
    const of = last(known);
    return of === null ? null : deed(of, key);
  };
const ofJob = ofLast((known) => lastJob(known)?.nth ?? null);
const ofResult = ofLast((known) => shownBy(known)?.shownBy ?? null);
const ofAsset = ofLast((known) => lastAsset(known)?.nth ?? null);
const submission =
  (isNew: boolean): Try =>
  (known, key) => {
    const job = lastJob(known);
    return job === undefined ? null : { ...replay(job), ...(isNew && { claim: -1 }), key };
  };
const where =
  (name: keyof Tools['has'], one: Try): Try =>
  (known, key, tools) =>
    tools.has[name] ? one(known, key, tools) : null;

/** What names a job or an asset. */
const OF_THINGS: readonly Try[] = [
  ofJob((of, key) => ({ does: 'read', thing: 'job', of, key })),
  ofResult((of, key) => ({ does: 'read', thing: 'picture', of, key })),
  ofResult((of, key) => ({ does: 'read', thing: 'result', of, key })),
  ofAsset((of, key) => ({ does: 'read', thing: 'asset', of, key })),
  ofJob((of, key) => ({ does: 'odd', request: 'a head of a job', of, key })),
  ofAsset((of, key) => ({ does: 'odd', request: 'a head of an asset', of, key })),
  ofResult((of, key) => ({ does: 'odd', request: 'a head of a picture', of, key })),
  submission(false),
  submission(true),
  where('lists', (known, key) => {
    const job = lastJob(known);
    return job === undefined ? null : { does: 'list', thing: 'assets', query: {}, job: job.nth, whole: false, key };
  }),
  where(
    'cancel',
    ofJob((of, key) => ({ does: 'cancel', of, key })),
  ),
  where(
    'delete',
    ofResult((of, key) => ({ does: 'delete', thing: 'result', of, key })),
  ),
  where(
    'delete',
    ofAsset((of, key) => ({ does: 'delete', thing: 'asset', of, key })),
  ),
  where(
    'delete',
    ofJob((of, key) => ({ does: 'delete', thing: 'job', of, key })),
  ),
];

/** What names nothing, or nothing that there is. */
const OF_ACCOUNT: readonly Try[] = [
  (_, key, { pictures: [picture = 'face'] }) => ({ does: 'upload', picture, key }),
  (_, key) => ({ does: 'usage', key }),
  where('balance', (_, key) => ({ does: 'balance', key })),
  where('lists', (_, key) => ({ does: 'list', thing: 'assets', query: {}, whole: false, key })),
  where('jobLists', (_, key) => ({ does: 'list', thing: 'jobs', query: {}, whole: false, key })),
];
const OF_NOTHING: readonly Try[] = [
  (_, key) => ({ does: 'read', thing: 'job', of: 'unknown', key }),
  (_, key) => ({ does: 'read', thing: 'asset', of: 'unknown', key }),
  (_, key) => ({ does: 'read', thing: 'content', of: 'unknown', key }),
  where('cancel', (_, key) => ({ does: 'cancel', of: 'unknown', key })),
  where('delete', (_, key) => ({ does: 'delete', thing: 'asset', of: 'unknown', key })),
  where('delete', (_, key) => ({ does: 'delete', thing: 'job', of: 'unknown', key })),
];

const turnOf =
  (one: Try, key: Role): Turn =>
  (_, known, tools) =>
    tools.roles.includes(key) ? one(known, key, tools) : null;

/** Everything that a key may try with the things of the account. */
export const triesOf = (key: Role): Turn[] => OF_THINGS.map((one) => turnOf(one, key));
export const triesOfAccount = (key: Role): Turn[] => OF_ACCOUNT.map((one) => turnOf(one, key));
/** Twice: two answers of each kind show what differs from one to the next. */
export const triesOfNothing = (key: Role): Turn[] => OF_NOTHING.flatMap((one) => [turnOf(one, key), turnOf(one, key)]);
