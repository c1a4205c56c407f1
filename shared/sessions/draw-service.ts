import { drawSubmit } from './draw-submit.ts';
import { changerKey, keyOf, maybeRefusedKey, readerKey, refusedKey } from './keys.ts';
import { type Known, type KnownAsset, type KnownJob, ownerOf } from './known.ts';
import type { Row } from './machine.ts';
import { type Drawn, oneOf, ownThings, type ServiceTools } from './means.ts';
import { LIST_MISTAKES, ruleOfQuery, UPLOAD_MISTAKES } from './mistakes.ts';
import { type Asked, type Page, PRODUCTS, type Query, type Role, type ServiceDeed } from './operation.ts';
import { chance, pick, type Random, weighted } from './random.ts';

type Service<Does extends ServiceDeed['does']> = Drawn<ServiceDeed, Does> | null;

/** Each operation of the service with its relative weight, and the function that draws one. */
export const SERVICE_ROWS: readonly Row<ServiceDeed, Known, ServiceTools>[] = [
  { weight: 5, does: 'upload', topic: 'assets', draw: drawUpload },
  { weight: 1, does: 'upload badly', topic: 'assets', draw: drawBadUpload },
  { weight: 14, does: 'submit', topic: 'jobs', draw: drawSubmit },
  { weight: 14, does: 'read', topic: 'jobs', draw: drawRead },
  { weight: 7, does: 'cancel', topic: 'jobs', draw: drawCancel },
  { weight: 8, does: 'delete', topic: 'jobs', draw: drawDelete },
  { weight: 7, does: 'list', topic: 'lists', draw: drawList },
  { weight: 5, does: 'next page', topic: 'lists', draw: drawNextPage },
  { weight: 3, does: 'balance', topic: 'credits', draw: drawBalance },
  { weight: 1, does: 'usage', topic: 'credits', draw: drawUsage },
  { weight: 2, does: 'odd', topic: 'assets', draw: drawOdd },
];

const MOST_PICTURES = 3;
const UPLOADERS: readonly Role[] = ['second', 'other_env', 'other_account', 'no_scope'];

/** A few pictures are enough. */
function drawUpload(random: Random, { assets }: Known, tools: ServiceTools): Service<'upload'> {
  if (assets.length > MOST_PICTURES && chance(random, 0.7)) return null;
  const key = chance(random, 0.4) ? keyOf(random, tools, UPLOADERS) : {};
  const asked: Asked = chance(random, 0.05) ? refusedKey(random, tools) : key;
  return { does: 'upload', picture: pick(random, tools.pictures), ...asked };
}

function drawBadUpload(_: Random, __: Known, { decks }: ServiceTools): Service<'upload badly'> {
  return { does: 'upload badly', mistake: decks.next('upload', Object.keys(UPLOAD_MISTAKES)) };
}

function drawOdd(random: Random, { jobs, assets }: Known, { decks, odd }: ServiceTools): Service<'odd'> {
  const [job, asset] = [ownThings(jobs), ownThings(assets)];
  if (job.length === 0 || asset.length === 0) return null;
  const { request, about } = decks.next('odd', odd);
  return { does: 'odd', request, of: pick<KnownAsset | KnownJob>(random, about === 'asset' ? asset : job).nth };
}

function drawRead(random: Random, known: Known, tools: ServiceTools): Service<'read'> {
  const { jobs, assets, tags } = known;
  const thing = weighted(random, [
    [8, 'job'],
    [4, 'asset'],
    [2, 'result'],
    [4, 'picture'],
  ] as const);
  if (thing === 'result' || thing === 'picture') {
    const job = oneOf(random, withResults(jobs, tools), tools);
    if (job === undefined) return null;
    return { does: 'read', thing, of: job.shownBy ?? job.nth, ...readerKey(random, tools, job.owner) };
  }
  if (chance(random, 0.06)) return { does: 'read', thing, of: 'unknown' };
  const one = oneOf<KnownAsset | KnownJob>(random, thing === 'job' ? jobs : assets, tools);
  if (one === undefined) return null;
  const read: Drawn<ServiceDeed, 'read'> = { does: 'read', thing, of: one.nth };
  const tag = thing === 'job' && chance(random, 0.4) ? tags.findLast(({ of }) => of === one.nth) : undefined;
  if (tag === undefined) return { ...read, ...readerKey(random, tools, one.owner) };
  return { ...read, tag: tools.isStrict || chance(random, 0.7) ? tag.nth : 'unknown' };
}

/** Jobs whose results can be named: when answers are compared, only jobs whose output an earlier answer has shown. */
function withResults(jobs: readonly KnownJob[], { isStrict }: ServiceTools): readonly KnownJob[] {
  return isStrict ? jobs.filter((job) => job.shownBy !== null && job.end === 'succeeded') : jobs;
}

/** Jobs for which a change has a known effect. If they cannot be held, playing reveals the stage. */
function withStage(jobs: readonly KnownJob[], { stages }: ServiceTools): readonly KnownJob[] {
  return stages.length === 0 ? jobs : jobs.filter(({ stage }) => stage !== null);
}

function drawCancel(random: Random, { jobs }: Known, tools: ServiceTools): Service<'cancel'> {
  if (!tools.has.cancel) return null;
  if (chance(random, 0.04)) return { does: 'cancel', of: 'unknown' };
  const job = oneOf(random, withStage(jobs, tools), tools);
  return job === undefined ? null : { does: 'cancel', of: job.nth, ...changerKey(random, tools, job) };
}

function drawDelete(random: Random, { jobs, assets }: Known, tools: ServiceTools): Service<'delete'> {
  const thing = weighted(random, [
    [5, 'job'],
    [3, 'asset'],
    [1, 'result'],
  ] as const);
  if (!(thing === 'job' ? tools.has.jobDelete : tools.has.assetDelete)) return null;
  if (thing === 'asset') {
    const asset = oneOf(random, assets, tools);
    return asset === undefined
      ? null
      : { does: 'delete', thing, of: asset.nth, ...readerKey(random, tools, asset.owner) };
  }
  if (thing === 'job') {
    const job = oneOf(random, withStage(jobs, tools), tools);
    return job === undefined ? null : { does: 'delete', thing, of: job.nth, ...changerKey(random, tools, job) };
  }
  const shown = withResults(jobs, tools).filter(({ isDeleted }) => !isDeleted);
  const job = oneOf(random, shown, tools);
  return job === undefined ? null : { does: 'delete', thing, of: job.shownBy ?? job.nth };
}

const LISTERS: readonly Role[] = ['primary', 'primary', 'second', 'other_env', 'other_account'];

function drawList(random: Random, { jobs, assets }: Known, tools: ServiceTools): Service<'list'> {
  const thing = chance(random, 0.7) ? 'assets' : 'jobs';
  const { has, decks, isStrict } = tools;
  if (!(thing === 'assets' ? has.lists : has.jobLists)) return null;
  const key = keyOf(random, tools, LISTERS);
  if (thing === 'jobs')
    return { does: 'list', thing, query: isStrict ? {} : drawJobQuery(random), whole: false, ...key };
  if (chance(random, 0.25))
    return { does: 'list', thing, query: decks.next('list', LIST_MISTAKES).query, whole: false };
  const query: Query = {
    ...(chance(random, 0.7) && { limit: pick(random, [1, 2, 3, 100]) }),
    ...(chance(random, 0.4) && { purpose: pick(random, ['input', 'result']) }),
  };
  const job = chance(random, 0.15) && jobs.length > 0 ? { job: pick(random, jobs).nth } : {};
  const whole = isStrict && chance(random, 0.5);
  if (whole && assets.length > 1 && chance(random, 0.4)) {
    const born = () => pick(random, assets).nth;
    const bounds = pick(random, [{ since: born() }, { until: born() }, { since: born(), until: born() }]);
    return { does: 'list', thing, query, ...bounds, whole, ...key };
  }
  return { does: 'list', thing, query, ...job, whole, ...key };
}

function drawJobQuery(random: Random): Query {
  return {
    ...(chance(random, 0.7) && { limit: pick(random, [1, 2, 3, 100]) }),
    ...(chance(random, 0.2) && { operation: pick(random, PRODUCTS) }),
    ...(chance(random, 0.2) && { status: pick(random, ['queued', 'running', 'succeeded', 'failed', 'cancelled']) }),
  };
}

function drawNextPage(random: Random, { pages }: Known, tools: ServiceTools): Service<'next page'> {
  const isGood = ({ thing, query }: Page) => thing === 'assets' && ruleOfQuery(query) === null;
  const page = oneOf(random, tools.isStrict ? pages.filter(isGood) : pages, tools);
  if (page === undefined) return null;
  const { nth, thing, query, job, key } = page;
  const same: Drawn<ServiceDeed, 'next page'> = {
    ...{ does: 'next page', of: nth, thing, query },
    ...(job !== undefined && { job }),
    ...(key !== undefined && { key }),
  };
  const roll = random();
  if (roll < 0.55) return same;
  if (roll < 0.65) return { ...same, query: { ...query, limit: pick(random, [1, 2, 50]) } };
  if (roll < 0.85) {
    const { purpose, ...rest } = query;
    return { ...same, query: purpose === undefined ? { ...rest, purpose: 'input' } : rest };
  }
  const other = ownerOf(key) === 'another account' ? 'primary' : 'other_account';
  return tools.roles.includes(other) ? { ...same, key: other } : same;
}

function drawBalance(random: Random, _: Known, tools: ServiceTools): Service<'balance'> {
  if (!tools.has.balance) return null;
  const key = tools.isStrict ? keyOf(random, tools, ['primary', 'primary', 'no_scope']) : keyOf(random, tools, LISTERS);
  return { does: 'balance', ...(chance(random, 0.1) ? refusedKey(random, tools) : key) };
}

function drawUsage(random: Random, _: Known, tools: ServiceTools): Service<'usage'> {
  return { does: 'usage', ...maybeRefusedKey(random, tools) };
}
