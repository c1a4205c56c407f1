import { type AssetBook, type Books, isReadable, isTerminal, type JobBook } from '../books.ts';
import { holds, same } from '../broken.ts';
import type { Of } from '../operation.ts';
import { ownerOf } from '../operation.ts';
import { filtersOf, idOf } from '../requests.ts';
import type { Answer, Sim } from '../sim.ts';
import { isThere } from './expected.ts';
import { type Json, seeJob } from './see.ts';

type Listing = Of<'list'> | Of<'next page'>;
type Place = { createdAt: string; id: string };

const USUAL_LIMIT = 20;

/** Compares a page with everything that is known to exist: its items, their order, and what follows. */
export function judgeList(sim: Sim, operation: Listing, { body }: Answer): void {
  const { books } = sim;
  const { thing, query, nth } = operation;
  const items: Json[] = body.data;
  const limit = Number(query['limit'] ?? USUAL_LIMIT);
  const from = operation.does === 'next page' ? (books.cursors.get(operation.of)?.after ?? null) : null;
  const what = `${thing} ${JSON.stringify(query)}`;
  holds('pages', items.length <= limit, () => `${what} has ${items.length} items`);
  same('pages', body.has_more, body.next_cursor !== null, `whether ${what} has more, beside its cursor`);
  if (body.has_more) same('pages', items.length, limit, `the number of items of ${what}, which has more,`);
  checkOrder(items, from, what);
  const last = items.at(-1);
  if (thing === 'assets') checkAssets(sim, operation, items, from, body.has_more);
  else checkJobs(sim, operation, items, from, body.has_more);
  books.cursors.delete(nth);
  if (body.next_cursor === null || last === undefined) return;
  const after = { createdAt: last.created_at, id: last.id };
  books.cursors.set(nth, {
    ...{ text: body.next_cursor, thing, owner: ownerOf(operation.key), filters: filtersOf(operation), after },
  });
}

function isAfter(place: Place, other: Place): boolean {
  if (place.createdAt !== other.createdAt) return place.createdAt < other.createdAt;
  return place.id < other.id;
}

function placeOf(item: Json): Place {
  return { createdAt: item.created_at, id: item.id };
}

function checkOrder(items: readonly Json[], from: Place | null, what: string): void {
  let before = from;
  for (const item of items) {
    const place = placeOf(item);
    const previous = before;
    holds(
      'pages',
      previous === null || isAfter(place, previous),
      () => `${what}: ${place.id} stands behind ${previous?.id}`,
    );
    before = place;
  }
}

/** Whether an item must be on this page: after the cursor, and not after the last item if there are more pages. */
function isWithin(place: Place, from: Place | null, items: readonly Json[], hasMore: boolean): boolean {
  if (from !== null && !isAfter(place, from)) return false;
  const last = items.at(-1);
  return !hasMore || (last !== undefined && !isAfter(place, placeOf(last)));
}

function checkAssets(sim: Sim, operation: Listing, items: readonly Json[], from: Place | null, hasMore: boolean): void {
  const { books } = sim;
  const owner = ownerOf(operation.key);
  const { purpose } = operation.query;
  for (const item of items) {
    const asset = books.assets.get(item.id);
    if (purpose !== undefined) same('pages', item.purpose, purpose, `the purpose of ${item.id}`);
    if (asset === undefined) {
      // A result of a job that was not read since its end.
      same('pages', item.purpose, 'result', `the purpose of ${item.id}, which no request uploaded,`);
      continue;
    }
    same('isolation', asset.owner, owner, `the owner of ${item.id}`);
    holds('tombstone', isThere(books, asset), () => `${item.id} is listed, which is gone`);
    same('job-form', item.href, undefined, `href of ${item.id}`);
  }
  checkOfJob(books, operation, items);
  if (purpose === 'result' || operation.job !== undefined) return;
  const shown = new Set(items.map(({ id }) => id));
  for (const asset of books.assets.values()) {
    if (asset.purpose !== 'input' || asset.owner !== owner || !isReadable(books, asset)) continue;
    if (isWithin(asset, from, items, hasMore))
      holds('pages', shown.has(asset.id), () => `${asset.id} is missing from the assets of ${owner}`);
  }
}

/** Spec 4.1: only results of this job. */
function checkOfJob(books: Books, { job, key }: Listing, items: readonly Json[]): void {
  if (job === undefined) return;
  const of = books.jobs.get(idOf(job, books) ?? '');
  const own = of?.owner === ownerOf(key) ? of : undefined;
  const isKnown = own === undefined || isTerminal(own.status);
  for (const { id } of items)
    holds('pages', !isKnown || own?.results.includes(id) === true, () => `${id} is no result of ${own?.id}`);
}

function checkJobs(sim: Sim, operation: Listing, items: readonly Json[], from: Place | null, hasMore: boolean): void {
  const { books } = sim;
  const owner = ownerOf(operation.key);
  const { status, operation: product } = operation.query;
  for (const item of items) {
    const job = books.jobs.get(item.id);
    same('isolation', job?.owner, owner, `the owner of ${item.id}`);
    if (job !== undefined) holds('tombstone', isReadable(books, job), () => `${item.id} is listed, which is gone`);
    seeJob(sim, item, null);
    if (status !== undefined) same('pages', item.status, status, `the status of ${item.id}`);
    if (product !== undefined) same('pages', item.operation, product, `the operation of ${item.id}`);
  }
  if (operation.job !== undefined || status !== undefined) return;
  const shown = new Set(items.map(({ id }) => id));
  for (const job of books.jobs.values()) {
    const isMeant = job.owner === owner && (product === undefined || job.product === product);
    if (!isMeant || !isSurelyThere(books, job) || !isWithin(job, from, items, hasMore)) continue;
    holds('pages', shown.has(job.id), () => `${job.id} is missing from the jobs of ${owner}`);
  }
}

/**
 * Whether a job must still exist: its end was seen and it is readable, or its end was not seen and it was not deleted.
 */
function isSurelyThere(books: Books, job: JobBook & Pick<AssetBook, 'isDeleted'>): boolean {
  return isTerminal(job.status) ? isReadable(books, job) : !job.isDeleted;
}
