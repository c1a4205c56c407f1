import { drawFromAll } from '../../../shared/sessions/decks.ts';
import { SERVICE_ROWS } from '../../../shared/sessions/draw-service.ts';
import type { KnownAsset, KnownJob } from '../../../shared/sessions/known.ts';
import type { Role } from '../../../shared/sessions/operation.ts';
import { chance, pick, type Random, weighted } from '../../../shared/sessions/random.ts';
import { doneOf, featuresOf, isOfAccount } from '../features.ts';
import type { Known } from '../known.ts';
import type { Deed } from '../operation.ts';
import { drawAtOnce } from './draw-at-once.ts';
import { drawCredits } from './draw-driven.ts';
import type { Tools } from './means.ts';
import { CHANGES, LOOKS } from './moments.ts';
import * as the from './turns.ts';
import { fault, feature } from './turns-of-account.ts';
import * as lists from './turns-of-lists.ts';
import { byCaller, ofNothing, REFUSED, SCOPELESS, STRANGERS, withMistake } from './variants.ts';

/** Everything that can be done with the things of a session. */
const ANY: readonly the.Turn[] = [
  ...[...LOOKS, ...CHANGES, the.finish, the.deleteJob, the.balance, the.usage, the.balance, the.usage],
  ...[the.upload, the.badUpload, the.mistaken, the.odd, the.head],
  ...[lists.page, lists.otherPage, lists.someList, lists.onward, lists.walk],
  ...[the.heldOnIt, the.refusal, the.corrected, the.resend, the.rotate, the.ping],
  ...[feature, fault, drawAtOnce, drawCredits],
  ...SERVICE_ROWS.map(({ draw }): the.Turn => draw),
];

/** A refused key is refused for any request; the answer to a stranger depends on the object and its state. */
const CALLERS: readonly [number, readonly Role[] | null][] = [
  [12, null],
  [4, STRANGERS],
  [3, SCOPELESS],
  [1, REFUSED],
];
const [OF_NOTHING, WITH_MISTAKE] = [0.08, 0.08];
const CANDIDATES = 40;

/** The possible operation that differs most from everything before. */
export const somethingNew: the.Turn = (random, known, tools) =>
  newest(CANDIDATES, () => candidate(random, known, tools, weighted(random, CALLERS)), known, tools);

/** The same by certain callers. */
export const somethingNewBy =
  (callers: readonly Role[]): the.Turn =>
  (random, known, tools) =>
    newest(CANDIDATES, () => candidate(random, known, tools, callers), known, tools);

/** A change of a job or an asset from before the last wait. */
export const changeOfOld =
  (changes: readonly the.Turn[]): the.Turn =>
  (random, known, tools) => {
    const { nth: begun } = known.waits.at(-1) ?? { nth: 0 };
    const jobs = known.jobs.filter(({ nth, isDeleted }) => nth < begun && !isDeleted);
    const assets = known.assets.filter(({ nth }) => nth < begun);
    const draw = () => pick(random, changes)(random, focused(random, { ...known, jobs, assets }), tools);
    return jobs.length === 0 ? null : newest(CANDIDATES, draw, known, tools);
  };

/** A job that was cancelled too late is followed to its end: until then, its cancel may take effect at any time. */
export const finishCancelled: the.Turn = (random, known, tools) => {
  const isCancelled = ({ nth }: KnownJob) => known.done.some(({ action, of }) => action === 'cancel' && of === nth);
  const job = known.jobs.find((one) => one.owner === 'own' && one.stage !== 'done' && isCancelled(one));
  return job === undefined ? null : the.finish(random, { ...known, jobs: [job] }, tools);
};

function candidate(random: Random, known: Known, tools: Tools, callers: readonly Role[] | null): Deed | null {
  const drawn = pick(random, ANY)(random, focused(random, known), { ...tools, decks: drawFromAll(random) });
  if (drawn === null || isOfLastPage(drawn, known)) return null;
  const deed = chance(random, OF_NOTHING) ? (ofNothing(drawn) ?? drawn) : drawn;
  const isWrong = chance(random, WITH_MISTAKE);
  if (callers === null) return isWrong ? (withMistake(deed, random, the.newestAsset(known)) ?? deed) : deed;
  const there = callers.filter((role) => tools.roles.includes(role));
  if (there.length === 0) return null;
  // A submission of another caller may be refused for its key or its input, whatever its mistake.
  const sent = isWrong && deed.does !== 'submit' ? (withMistake(deed, random) ?? deed) : deed;
  return byCaller(sent, pick(random, there));
}

/** A page after one that hardly has a next page. */
function isOfLastPage(deed: Deed, known: Known): boolean {
  const page = deed.does === 'next page' ? known.pages.find(({ nth }) => nth === deed.of) : undefined;
  return page !== undefined && !lists.isLikelyToGoOn(page, known);
}

/** After a change of a thing, a look at it with the key of its owner. */
export const lookAtChanged: the.Turn = (_, { done, jobs, assets }) => {
  const { of, isLook } = done.at(-1) ?? { of: undefined, isLook: true };
  if (isLook || of === undefined) return null;
  const job = jobs.find(({ nth }) => nth === of);
  if (job !== undefined) return { does: 'read', thing: 'job', of, ...the.keyIn(job) };
  return assets.some(({ nth, owner }) => nth === of && owner === 'own') ? { does: 'read', thing: 'asset', of } : null;
};

/** After such a change, balances are not certain until the server shows a later time. */
const isUndated = (done: Known['done'][number] | undefined): boolean =>
  done !== undefined && (done.action === 'at once' || isOfAccount(done.action));

/** After such a change, a later time. */
export const letTimePass: the.Turn = (random, known, tools) =>
  isUndated(known.done.at(-1)) ? the.wait('1100ms')(random, known, tools) : null;
export const showTime: the.Turn = (random, known, tools) =>
  known.done.at(-1)?.action === 'wait' && isUndated(known.done.at(-2)) ? the.smallUpload(random, known, tools) : null;

/** After a change, a look at something else, preferably one that was not taken after such a change yet. */
export const lookElsewhere: the.Turn = (random, known, tools) => {
  if (known.done.slice(-2).every(({ isLook }) => isLook)) return null;
  const look = () => pick(random, LOOKS_ELSEWHERE)(random, focused(random, known), tools);
  return newest(LOOKS_ELSEWHERE.length, look, known, tools);
};

const LOOKS_ELSEWHERE: readonly the.Turn[] = [
  ...[the.balance, the.usage, lists.list, lists.page, lists.listJobs],
  ...[the.readJob, the.readAsset, the.readPicture, the.readInput],
];

function newest(draws: number, draw: () => Deed | null, known: Known, { tried }: Tools): Deed | null {
  return tried.newest(draws, draw, (deed) => featuresOf(deed, known));
}

/** The same with another job and another asset as the last ones, which turns are about. */
function focused(random: Random, known: Known): Known {
  const own = known.jobs.filter(({ owner }) => owner === 'own');
  if (own.length === 0) return known;
  const job = pick(random, own);
  const inputs = known.assets.filter(({ owner }) => owner === 'own');
  const input = known.assets.find(({ nth }) => nth === job.of);
  const asset = input !== undefined && chance(random, 0.5) ? input : pick(random, inputs);
  return { ...known, jobs: withLast(known.jobs, job), assets: withLast(known.assets, asset) };
}

function withLast<Thing extends KnownJob | KnownAsset>(things: readonly Thing[], last: Thing): Thing[] {
  return [...things.filter((one) => one !== last), last];
}

/** Answers for ids of nothing that a stranger's answer is compared with. */
const COMPARED = 2;

/** Before the request of a stranger, the same for an id of nothing, until there are enough answers to compare with. */
export function toCompare(deed: Deed, known: Known): Deed | null {
  const { key, of } = deed as { key?: Role; of?: unknown };
  if (key === undefined || !STRANGERS.includes(key) || of === 'unknown') return null;
  const nothing = ofNothing(deed);
  if (nothing === null) return null;
  const { action } = doneOf(nothing, known);
  const isAlike = (one: Known['done'][number]) => one.action === action && one.key === key && one.of === undefined;
  return known.done.filter(isAlike).length < COMPARED ? nothing : null;
}
