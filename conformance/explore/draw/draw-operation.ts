import { UPLOAD_MISTAKES } from '../../../shared/sessions/mistakes.ts';
import { chance, pick, type Random, weighted } from '../../../shared/sessions/random.ts';
import type { Known, KnownAsset, KnownJob } from '../known.ts';
import { isOfAsset, ODD_REQUESTS } from '../odd.ts';
import { type Deed, type Does, NEW, type Operation } from '../operation.ts';
import { drawAtOnce, OF_FIRST } from './draw-at-once.ts';
import {
  drawBalance,
  drawCredits,
  drawFault,
  drawWait,
  drawWaitForEnd,
  drawWithoutFeature,
  hasHook,
} from './draw-changes.ts';
import { drawList, drawNextPage } from './draw-lists.ts';
import { drawSubmit } from './draw-submit.ts';
import { changer, keyOf, maybeRefused, OWNERS, reader, refusedKey } from './keys.ts';
import type { Drawn, Means, Tools } from './means.ts';

type Draw = (random: Random, known: Known, tools: Tools) => Deed | null;

/** One operation, by what is known so far: good, nearly good or bad, and with one mistake at a time. */
export function drawOperation(
  random: Random,
  known: Known,
  tools: Tools,
  { nth, favoured }: { nth: number; favoured: readonly Does[] },
): Operation {
  const drawn = DRAWS.filter(([, does]) => isDrawn(does, known, tools));
  for (let tries = 0; tries < MOST_TRIES && drawn.length > 0; tries += 1) {
    const draw = weighted(
      random,
      drawn.map(
        ([weight, does, one]) => [weight * favour(does, known) * (favoured.includes(does) ? MORE : 1), one] as const,
      ),
    );
    const deed = draw(random, known, tools);
    if (deed !== null) return placed(deed, nth);
  }
  return { nth, does: 'upload', picture: 'face' };
}

/** After a long time what is there is looked at again. */
function favour(does: Does, { sinceLongWait }: Known): number {
  return sinceLongWait < SOON && AGAIN.includes(does) ? 4 : 1;
}

const MORE = 4;
const SOON = 4;
const AGAIN: readonly Does[] = ['read', 'delete', 'cancel', 'list', 'balance'];
const MOST_TRIES = 50;

/** Whatever is asked for alone needs a picture and a job to be about. */
function isDrawn(does: Does, { assets, jobs }: Known, { only }: Means): boolean {
  if (only === null || only.includes(does)) return true;
  return (does === 'upload' && assets.length === 0) || (does === 'submit' && jobs.length === 0);
}

function placed(deed: Deed, nth: number): Operation {
  if (deed.does === 'at once') return { ...deed, nth, parts: placedParts(deed.parts, nth + 1) };
  return deed.does === 'submit' && deed.claim === NEW ? { ...deed, claim: nth, nth } : { ...deed, nth };
}

/** What has the key of the first of them is a replay of it. */
function placedParts(parts: readonly Operation[], first: number): Operation[] {
  return parts.map((part, index) => {
    const nth = first + index;
    if (part.does !== 'submit') return { ...part, nth };
    return { ...part, nth, claim: part.claim === NEW ? nth : part.claim === OF_FIRST ? first : part.claim };
  });
}

const PICTURES = [
  'face',
  'afro.png',
  'curly-red.webp',
  'grey-bob.jpeg',
  'short-blond.webp',
  'long-dark-wavy.png',
  'afro.jpeg',
];
const DRAWS: readonly (readonly [weight: number, does: Does, draw: Draw])[] = [
  [5, 'upload', drawUpload],
  [1, 'upload badly', drawBadUpload],
  [14, 'submit', drawSubmit],
  [14, 'read', drawRead],
  [7, 'cancel', drawCancel],
  [8, 'delete', drawDelete],
  [6, 'step', drawStep],
  [9, 'finish', drawFinish],
  [7, 'list', drawList],
  [5, 'next page', drawNextPage],
  [6, 'balance', drawBalance],
  [1, 'usage', (random, _, means) => ({ does: 'usage', ...maybeRefused(random, means) })],
  [6, 'wait', drawWait],
  [2, 'wait for its end', drawWaitForEnd],
  [2, 'odd', drawOdd],
  [6, 'at once', drawAtOnce],
  [3, 'credits', drawCredits],
  [1, 'without a feature', drawWithoutFeature],
  [1, 'with a fault', drawFault],
  [1, 'ping', (_, known, means) => (hasHook(known, means) && !known.isEndpointOff ? { does: 'ping' } : null)],
];

const MOST_PICTURES = 3;

/** A few pictures are enough to be about. */
function drawUpload(random: Random, { assets }: Known, means: Means): Drawn<'upload'> | null {
  if (assets.length > MOST_PICTURES && chance(random, 0.7)) return null;
  const key = chance(random, 0.35) ? keyOf(random, means, ['second', 'other_env', 'other_account', 'no_scope']) : {};
  return {
    does: 'upload',
    picture: pick(random, PICTURES),
    ...(chance(random, 0.05) ? refusedKey(random, means) : key),
  };
}

function drawBadUpload(_: Random, __: Known, { decks }: Tools): Drawn<'upload badly'> {
  return { does: 'upload badly', mistake: decks.next('upload', Object.keys(UPLOAD_MISTAKES)) };
}

function drawOdd(random: Random, { jobs, assets }: Known, { decks }: Tools): Drawn<'odd'> | null {
  const own = <Thing extends KnownAsset | KnownJob>(things: readonly Thing[]) =>
    things.filter(({ owner, isDeleted }) => owner === 'own' && !isDeleted);
  const [job, asset] = [own(jobs), own(assets)];
  if (job.length === 0 || asset.length === 0) return null;
  const request = decks.next('odd', ODD_REQUESTS);
  return { does: 'odd', request, of: pick(random, isOfAsset(request) ? asset : job).nth };
}

function drawRead(random: Random, known: Known, means: Means): Drawn<'read'> | null {
  const { jobs, assets, tags } = known;
  const kind = weighted(random, [
    [8, 'job'],
    [4, 'asset'],
    [2, 'result'],
    [4, 'picture'],
  ] as const);
  if (kind === 'result' || kind === 'picture') {
    const shown = jobs.filter((job) => job.shownBy !== null && job.end === 'succeeded');
    if (shown.length === 0) return null;
    const job = pick(random, shown);
    return { does: 'read', thing: kind, of: job.shownBy ?? job.nth, ...reader(random, means, job.owner) };
  }
  if (chance(random, 0.06)) return { does: 'read', thing: kind, of: 'unknown' };
  const things: readonly (KnownJob | KnownAsset)[] = kind === 'job' ? jobs : assets;
  if (things.length === 0) return null;
  const thing = pick(random, things);
  const tag = kind === 'job' && chance(random, 0.4) ? tags.findLast(({ of }) => of === thing.nth) : undefined;
  return { does: 'read', thing: kind, of: thing.nth, ...(tag ? { tag: tag.nth } : reader(random, means, thing.owner)) };
}

/** Where jobs cannot be held, the twin goes by what the target answers. */
function isFollowed({ stages }: Means): boolean {
  return stages.length === 0;
}

function drawCancel(random: Random, { jobs }: Known, means: Means): Drawn<'cancel'> | null {
  if (means.features['job.cancel'] === false) return null;
  const known = jobs.filter(({ stage }) => isFollowed(means) || stage !== null);
  if (chance(random, 0.04)) return { does: 'cancel', of: 'unknown' };
  if (known.length === 0) return null;
  const job = pick(random, known);
  return { does: 'cancel', of: job.nth, ...changer(random, means, job) };
}

function drawDelete(random: Random, { jobs, assets }: Known, means: Means): Drawn<'delete'> | null {
  if (means.features['job.delete'] === false) return null;
  const thing = weighted(random, [
    [5, 'job'],
    [3, 'asset'],
    [1, 'result'],
  ] as const);
  if (thing === 'asset') {
    if (assets.length === 0) return null;
    const asset = pick(random, assets);
    return { does: 'delete', thing, of: asset.nth, ...reader(random, means, asset.owner) };
  }
  const ready = jobs.filter((job) =>
    thing === 'job'
      ? isFollowed(means) || job.stage !== null
      : job.shownBy !== null && job.end === 'succeeded' && !job.isDeleted,
  );
  if (ready.length === 0) return null;
  const job = pick(random, ready);
  if (thing === 'result') return { does: 'delete', thing, of: job.shownBy ?? job.nth };
  return { does: 'delete', thing, of: job.nth, ...changer(random, means, job) };
}

function drawStep(random: Random, { jobs }: Known): Drawn<'step'> | null {
  const held = jobs.filter(({ stage, isDeleted }) => stage !== null && stage !== 'done' && !isDeleted);
  return held.length === 0 ? null : { does: 'step', of: pick(random, held).nth };
}

function drawFinish(random: Random, { jobs }: Known, means: Means): Drawn<'finish'> | null {
  const live = jobs.filter(({ isDeleted, shownBy }) => !isDeleted && shownBy === null);
  if (live.length === 0) return null;
  const job = pick(random, live);
  const release = job.plan === undefined ? {} : { release: true as const };
  return { does: 'finish', of: job.nth, ...release, ...keyOf(random, means, OWNERS[job.owner] ?? []) };
}
