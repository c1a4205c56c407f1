import { pick, type Random, weighted } from '../../../shared/sessions/random.ts';
import type { Known, KnownAsset, KnownJob } from '../known.ts';
import { type Deed, NEW, type Operation, type Product } from '../operation.ts';
import { drawBody } from './bodies.ts';
import { type Drawn, type Means, productsOf } from './means.ts';

/** As a claim: the number of the first of those that are sent together. */
export const OF_FIRST = -2;

/** Two to four requests about one thing, sent together, of which the order is nobody's to choose. */
export function drawAtOnce(random: Random, known: Known, means: Means): Drawn<'at once'> | null {
  // Each order of one batch is tried, but not each order of several.
  if (known.hasBatch) return null;
  const draw = weighted(random, [
    [4, samePlace],
    [2, edgeOfCredits],
    [3, cancels],
    [3, deletions],
    [2, deletionsOfAsset],
  ] as const);
  const deeds = draw(random, known, means);
  return deeds === null ? null : { does: 'at once', parts: deeds.map((deed): Operation => ({ ...deed, nth: -1 })) };
}

type Batch = (random: Random, known: Known, means: Means) => Deed[] | null;

/** One request so many times under one key. */
const samePlace: Batch = (random, { assets }, means) => {
  const first = submission(random, assets, means);
  return first === null ? null : several(random, first, { ...first, claim: OF_FIRST });
};

/** Different ones, of which there may be units for some. */
const edgeOfCredits: Batch = (random, { assets, world }, means) => {
  if (world.credits === undefined) return null;
  const both = [submission(random, assets, means), submission(random, assets, means)];
  return both.every((one) => one !== null) ? both : null;
};

const cancels: Batch = (random, { jobs }, { features }) => {
  const held = own(jobs).filter(({ stage }) => stage !== null);
  if (features['job.cancel'] === false || held.length === 0) return null;
  const { nth } = pick(random, held);
  const cancel: Deed = { does: 'cancel', of: nth };
  return [cancel, pick<Deed>(random, [cancel, { does: 'delete', thing: 'job', of: nth }, readOf(nth)]), cancel];
};

const deletions: Batch = (random, { jobs }, { features }) => {
  const ended = own(jobs).filter(({ stage }) => stage === 'done');
  if (features['job.delete'] === false || ended.length === 0) return null;
  const { nth } = pick(random, ended);
  const remove: Deed = { does: 'delete', thing: 'job', of: nth };
  return [remove, pick(random, [remove, readOf(nth)]), readOf(nth)];
};

const deletionsOfAsset: Batch = (random, { assets }, means) => {
  const there = own(assets);
  if (means.features['job.delete'] === false || there.length < 2) return null;
  const { nth } = pick(random, there);
  const remove: Deed = { does: 'delete', thing: 'asset', of: nth };
  const submit = submission(random, [{ nth, owner: 'own', isDeleted: false }], means);
  return submit === null
    ? null
    : [remove, { does: 'read', thing: 'asset', of: nth }, pick<Deed>(random, [remove, submit])];
};

function readOf(of: number): Deed {
  return { does: 'read', thing: 'job', of };
}

function several(random: Random, first: Deed, again: Deed): Deed[] {
  return [first, ...Array<Deed>(pick(random, [1, 2, 3])).fill(again)];
}

function own<Thing extends KnownAsset | KnownJob>(things: readonly Thing[]): Thing[] {
  return things.filter(({ owner, isDeleted }) => owner === 'own' && !isDeleted);
}

function submission(random: Random, assets: readonly KnownAsset[], means: Means): Drawn<'submit'> | null {
  const there = own(assets);
  const products = productsOf(means);
  if (there.length === 0 || products.length === 0) return null;
  const product: Product = pick(random, products);
  return { does: 'submit', product, of: pick(random, there).nth, body: drawBody(random, product), claim: NEW };
}
