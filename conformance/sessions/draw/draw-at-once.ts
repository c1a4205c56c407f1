import { goodSubmission } from '../../../shared/sessions/draw-submit.ts';
import { OF_FIRST } from '../../../shared/sessions/machine.ts';
import { ownThings } from '../../../shared/sessions/means.ts';
import { pick, type Random, weighted } from '../../../shared/sessions/random.ts';
import type { Known } from '../known.ts';
import type { Deed, Operation } from '../operation.ts';
import type { Tools } from './means.ts';

/** Two to four requests about one thing, sent together, in an order that is not known. */
export function drawAtOnce(random: Random, known: Known, tools: Tools): Extract<Deed, { does: 'at once' }> | null {
  // Each order of one batch is tried, but not each order of several.
  if (known.hasBatch) return null;
  const draw = weighted(random, [
    [4, samePlace],
    [2, edgeOfCredits],
    [3, cancels],
    [3, deletions],
    [2, deletionsOfAsset],
  ] as const);
  const deeds = draw(random, known, tools);
  return deeds === null ? null : { does: 'at once', parts: deeds.map((deed): Operation => ({ ...deed, nth: -1 })) };
}

type Batch = (random: Random, known: Known, tools: Tools) => Deed[] | null;

/** One request several times with one key. */
const samePlace: Batch = (random, { assets }, tools) => {
  const first = submission(random, assets, tools);
  if (first === null) return null;
  return [first, ...Array<Deed>(pick(random, [1, 2, 3])).fill({ ...first, claim: OF_FIRST })];
};

/** Different requests; the units may suffice for only some. */
const edgeOfCredits: Batch = (random, { assets, world }, tools) => {
  if (world.credits === undefined) return null;
  const both = [submission(random, assets, tools), submission(random, assets, tools)];
  return both.every((one) => one !== null) ? both : null;
};

const cancels: Batch = (random, { jobs }, { has }) => {
  const held = ownThings(jobs).filter(({ stage }) => stage !== null);
  if (!has.cancel || held.length === 0) return null;
  const { nth } = pick(random, held);
  const cancel: Deed = { does: 'cancel', of: nth };
  return [cancel, pick<Deed>(random, [cancel, { does: 'delete', thing: 'job', of: nth }, readOf(nth)]), cancel];
};

const deletions: Batch = (random, { jobs }, { has }) => {
  const ended = ownThings(jobs).filter(({ stage }) => stage === 'done');
  if (!has.jobDelete || ended.length === 0) return null;
  const { nth } = pick(random, ended);
  const remove: Deed = { does: 'delete', thing: 'job', of: nth };
  return [remove, pick(random, [remove, readOf(nth)]), readOf(nth)];
};

const deletionsOfAsset: Batch = (random, { assets }, tools) => {
  const there = ownThings(assets);
  if (!tools.has.assetDelete || there.length < 2) return null;
  const asset = pick(random, there);
  const remove: Deed = { does: 'delete', thing: 'asset', of: asset.nth };
  const submit = submission(random, [asset], tools);
  return submit === null
    ? null
    : [remove, { does: 'read', thing: 'asset', of: asset.nth }, pick<Deed>(random, [remove, submit])];
};

function readOf(of: number): Deed {
  return { does: 'read', thing: 'job', of };
}

/** One with the primary key. */
function submission(random: Random, assets: Known['assets'], tools: Tools): (Deed & { does: 'submit' }) | null {
  const there = ownThings(assets);
  if (there.length === 0 || tools.products.length === 0) return null;
  const { key: _, ...submit } = goodSubmission(random, pick(random, there), tools);
  return submit;
}
