import { otherBody } from '../../../shared/sessions/bodies.ts';
import { drawMistaken, goodSubmission } from '../../../shared/sessions/draw-submit.ts';
import { keyOf, ownKey } from '../../../shared/sessions/keys.ts';
import type { KnownAsset, KnownJob } from '../../../shared/sessions/known.ts';
import { ownThings } from '../../../shared/sessions/means.ts';
import { LIST_MISTAKES, UPLOAD_MISTAKES } from '../../../shared/sessions/mistakes.ts';
import { NEW, type Role } from '../../../shared/sessions/operation.ts';
import { pick, type Random } from '../../../shared/sessions/random.ts';
import { type Known, lastingAssets, resultsOf } from '../known.ts';
import { PART } from '../odd.ts';
import { type Deed, isRefusing } from '../operation.ts';
import type { Tools } from './means.ts';
import { REFUSED, STRANGERS } from './variants.ts';

/** One operation of a plot, drawn when those before it are known; null if it cannot be. */
export type Turn = (random: Random, known: Known, tools: Tools) => Deed | null;

export const lastJob = ({ jobs }: Known): KnownJob | undefined => jobs.findLast(({ owner }) => owner === 'own');
/** Of the results of a job the answer is needed that showed them. */
export const shownBy = ({ jobs }: Known): KnownJob | undefined =>
  jobs.findLast((job) => job.owner === 'own' && resultsOf(job) > 0);
export const lastAsset = ({ assets }: Known): KnownAsset | undefined => assets.findLast(({ owner }) => owner === 'own');

type OfJob = (job: KnownJob, random: Random, known: Known, tools: Tools) => Deed | null;

export const ofJob =
  (deed: OfJob): Turn =>
  (random, known, tools) => {
    const job = lastJob(known);
    return job === undefined ? null : deed(job, random, known, tools);
  };

const ofShown =
  (deed: (of: number, key: { key?: Role }) => Deed): Turn =>
  (_, known) => {
    const job = shownBy(known);
    return job === undefined || job.shownBy === null ? null : deed(job.shownBy, keyIn(job));
  };

export const keyIn = ({ key }: { key?: Role }) => (key === undefined ? {} : { key });

export const readJob = ofJob((job) => ({ does: 'read', thing: 'job', of: job.nth, ...keyIn(job) }));
export const readPicture = ofShown((of, key) => ({ does: 'read', thing: 'picture', of, ...key }));
export const readResult = ofShown((of, key) => ({ does: 'read', thing: 'result', of, ...key }));
export const deleteResult = ofShown((of, key) => ({ does: 'delete', thing: 'result', of, ...key }));
export const cancel = ofJob((job, _, __, { has }) =>
  has.cancel ? { does: 'cancel', of: job.nth, ...keyIn(job) } : null,
);
export const deleteJob = ofJob((job, _, __, { has }) =>
  has.jobDelete ? { does: 'delete', thing: 'job', of: job.nth, ...keyIn(job) } : null,
);
export const finish = ofJob((job) => ({
  ...{ does: 'finish', of: job.nth, ...keyIn(job) },
  ...(job.plan !== undefined && { release: true }),
}));
export const readInput = ofJob((job) => ({ does: 'read', thing: 'asset', of: job.of, ...keyIn(job) }));
export const again = ofJob((job) => replay(job));
export const respelled = ofJob((job, random) => ({
  ...replay(job),
  respell: pick(random, ['member_order', 'whitespace', 'escapes'] as const),
}));
export const reused = ofJob((job, random) => ({ ...replay(job), body: otherBody(random, job.body) }));
export const otherInput = ofJob((job, random, { assets }) => {
  const others = assets.filter((one) => one.nth !== job.of && one.owner === job.owner && !one.isDeleted);
  return others.length === 0 ? null : { ...replay(job), of: pick(random, others).nth };
});
export const taggedRead = ofJob((job, _, { tags }) => {
  const tag = tags.findLast(({ of }) => of === job.nth);
  return tag === undefined ? null : { does: 'read', thing: 'job', of: job.nth, tag: tag.nth, ...keyIn(job) };
});
export const otherTagRead = ofJob((job, _, { tags }) => {
  const tag = tags.findLast(({ of }) => of === job.nth);
  if (tag === undefined) return null;
  return { does: 'read', thing: 'job', of: job.nth, tag: tag.nth, isLonger: true, ...keyIn(job) };
});
const HEADS = ['a head of a job', 'a head of an asset', 'a head of a picture'] as const;
/** A HEAD request for an object that the caller may not see. */
export const head: Turn = (random, known, tools) => {
  const request = pick(random, HEADS);
  const things = [lastJob(known)?.nth, lastAsset(known)?.nth, shownBy(known)?.shownBy];
  const of = things[HEADS.indexOf(request)];
  const { key } = keyOf(random, tools, [...STRANGERS, ...REFUSED]);
  return of === undefined || of === null || key === undefined ? null : { does: 'odd', request, of, key };
};
export const partOfPicture = ofShown((of, key) => ({ does: 'odd', request: PART, of, ...key }));
/** Nothing is unchanged since a tag that no server has sent. */
export const unknownTagRead: Turn = (random, known, tools) => {
  const read = pick(random, [readJob, readPicture, readPicture, readResult, readInput])(random, known, tools);
  return read?.does === 'read' ? { ...read, tag: 'unknown' } : null;
};
export function replay({ product, of, body, nth, key }: KnownJob): Extract<Deed, { does: 'submit' }> {
  return { does: 'submit', product, of, body, claim: nth, ...(key !== undefined && { key }) };
}

/** Keys are compared character by character: one that is nearly the same claims another job. */
export const nearKey = ofJob((job, random) => ({
  ...{ ...replay(job), claim: NEW },
  like: { claim: job.nth, how: pick(random, ['in capitals', 'shorter'] as const) },
}));

export const balance: Turn = (_, __, { has }) => (has.balance ? { does: 'balance' } : null);
export const usage: Turn = () => ({ does: 'usage' });
export const upload: Turn = (_, __, { pictures, decks }) => ({
  ...{ does: 'upload', picture: decks.next('pictures', pictures) },
});
/** Of many the smallest will do. */
export const smallUpload: Turn = () => ({ does: 'upload', picture: 'short-blond.webp' });
export const wait =
  (time: string): Turn =>
  (_, __, { drivers }) =>
    drivers.includes('clock') ? { does: 'wait', for: time } : null;

export const later: Turn = (random, known, tools) =>
  wait(pick(random, ['3m', '61m', '5h', '26h']))(random, known, tools);

/** A good submission on an asset of its own account; a new one where there is none. */
export const submit =
  (plan?: (random: Random, tools: Tools) => KnownJob['plan']): Turn =>
  (random, known, tools) => {
    const there = lastingAssets(known);
    if (there.length === 0) return upload(random, known, tools);
    if (tools.products.length === 0) return null;
    const good = goodSubmission(random, pick(random, there), tools);
    const own = tools.stages.length === 0 || !known.arePlansSure ? undefined : plan?.(random, tools);
    return own === undefined ? good : { ...good, plan: own };
  };

const ENDS = ['succeeded', 'succeeded', 'PROCESSING_FAILED', 'INPUT_UNPROCESSABLE'] as const;
export const ended = submit((random) => ({ outcome: pick(random, ENDS) }));
export const endedWell = submit(() => ({ outcome: 'succeeded' }));
export const endedBadly = submit((random) => ({ outcome: pick(random, ENDS.slice(2)) }));
/** Each stage with each outcome comes before any is repeated. */
export const heldAt = submit((_, { stages, decks }) => {
  const plans = stages.flatMap((hold_at) => ENDS.map((outcome) => ({ hold_at, outcome })));
  return decks.next('held', plans);
});
export const queued = submit((random) => ({ hold_at: 'queued', outcome: pick(random, ENDS) }));

/** A submission with one of the mistakes that have not been made yet. */
export const mistaken: Turn = (random, known, tools) => {
  const asset = newestAsset(known);
  return asset === undefined || tools.products.length === 0 ? null : drawMistaken(random, asset, tools);
};
/** An input that was shown long ago may be gone. */
export function newestAsset(known: Known): KnownAsset | undefined {
  return lastingAssets(known).reduce<KnownAsset | undefined>(
    (last, one) => (last === undefined || one.nth > last.nth ? one : last),
    undefined,
  );
}
export const badUpload: Turn = (_, __, { decks }) => ({
  ...{ does: 'upload badly', mistake: decks.next('upload', Object.keys(UPLOAD_MISTAKES)) },
});
export const badQuery: Turn = (_, __, { decks, has }) =>
  has.lists ? { does: 'list', thing: 'assets', query: decks.next('list', LIST_MISTAKES).query, whole: false } : null;
export const odd: Turn = (random, { jobs, assets }, tools) => {
  const { request, about } = tools.decks.next('odd', tools.odd);
  const there: (KnownAsset | KnownJob)[] = about === 'asset' ? ownThings(assets) : ownThings(jobs);
  return there.length === 0 ? null : { does: 'odd', request, of: pick(random, there).nth };
};

export const refusal: Turn = (random, known, tools) => {
  const there = ownThings(known.assets);
  const [asset] = there;
  if (asset === undefined) return null;
  const good = goodSubmission(random, pick(random, there), tools);
  const foreign = known.assets.filter(({ owner }) => owner !== 'own');
  const deleted = known.assets.filter((one) => one.isDeleted && one.owner === 'own');
  const all: Deed[] = [
    drawMistaken(random, asset, tools),
    { ...good, of: 'unknown' },
    { ...good, ...keyOf(random, tools, ['no_scope']) },
    ...[...foreign, ...deleted].map(({ nth }) => ({ ...good, of: nth })),
  ];
  return pick(random, all);
};

/** What is at its end, seen from both sides. */
export const nearEnd =
  (by: number, of: (known: Known) => number | null | undefined): Turn =>
  (_, known, { drivers }) => {
    const nth = of(known);
    return nth === undefined || nth === null || !drivers.includes('clock')
      ? null
      : { does: 'wait for its end', of: nth, by };
  };

export const midnight =
  (by: number): Turn =>
  (random, known, tools) => {
    const deed = nearEnd(by, () => lastAsset(known)?.nth)(random, known, tools);
    return deed?.does === 'wait for its end' ? { ...deed, does: 'wait for midnight' } : null;
  };

const ofLastAsset =
  (deed: (asset: KnownAsset, random: Random, tools: Tools) => Deed | null): Turn =>
  (random, known, tools) => {
    const asset = lastAsset(known);
    return asset === undefined ? null : deed(asset, random, tools);
  };
export const readAsset = ofLastAsset(({ nth, owner }, random, tools) => ({
  ...{ does: 'read', thing: 'asset', of: nth },
  ...ownKey(random, tools, owner),
}));
export const assetContent = ofLastAsset(({ nth }) => ({ does: 'read', thing: 'content', of: nth }));
export const deleteAsset = ofLastAsset(({ nth }, _, { has }) =>
  has.assetDelete ? { does: 'delete', thing: 'asset', of: nth } : null,
);
/** One that is held, and is to succeed. */
export const heldOnIt = ofLastAsset((asset, random, tools) => {
  const good = goodSubmission(random, asset, tools);
  if (tools.stages.length === 0) return good;
  return { ...good, plan: { hold_at: pick(random, tools.stages), outcome: 'succeeded' } };
});
export const submitOnIt = ofLastAsset((asset, random, tools) => goodSubmission(random, asset, tools));

/** A good submission with the Idempotency-Key of one that was refused. */
export const corrected: Turn = (random, known, tools) => {
  const claim = known.mistaken.at(-1);
  const deed = submitOnIt(random, known, tools);
  return claim === undefined || deed?.does !== 'submit' ? null : { ...deed, claim };
};

const FEW_REPLIES = 3;

/** What is done with the receiver of a session that has one. */
const ofReceiver =
  (deed: (random: Random, known: Known) => Deed | null): Turn =>
  (random, known, { drivers }) =>
    known.world.replies === null || !drivers.includes('webhooks') ? null : deed(random, known);
/** If all deliveries are counted as attempts of one delivery, nothing else is sent. After a resend, no schedule is certain. */
export const resend = ofReceiver((random, { jobs, world }) => {
  if (isRefusing(world) || (world.replies?.length ?? 0) > FEW_REPLIES) return null;
  const own = jobs.filter(({ owner, stage }) => owner === 'own' && stage === 'done');
  return own.length === 0 ? null : { does: 'resend', of: pick(random, own).nth };
});
export const rotate = ofReceiver((_, { hasRotated, world }) =>
  hasRotated || isRefusing(world) ? null : { does: 'rotate' },
);
export const ping = ofReceiver((_, { isEndpointOff }) => (isEndpointOff ? null : { does: 'ping' }));
