import { createHmac } from 'node:crypto';
import { type Answer, type Call, refuse } from './answer.ts';
import { assetView, isReadable, unknownFields } from './assets.ts';
import { membersBy } from './habits.ts';
import { isGone } from './job-view.ts';
import { type Asset, isOf, type Job, type Key, now, scopeOf, stamp, type World } from './world.ts';

type Filters = Record<string, string>;
type Position = { created: number; id: string };
type Page<Item> = { items: Item[]; hasMore: boolean; next: string | null };

/** The parameters of a list of assets, or a refusal of what is wrong. */
export function checkAssetQuery(world: World, query: URLSearchParams): Filters {
  return checked(world, query, ['purpose', 'created_gte', 'created_lt', 'job_id']);
}

/** Spec 4.1: newest first, then by id if two have the same time. */
export function listAssets({ world, key, query }: Call): Answer {
  const { limit, cursor, ...filters } = checkAssetQuery(world, query);
  const isAnyPurpose = cursor !== undefined && world.breaks('later pages are of any purpose');
  const { purpose: _, ...others } = filters;
  const kept = isAnyPurpose ? others : filters;
  const isLater = cursor !== undefined;
  const readable = [...world.assets.values()].filter(
    (asset) => isListed(world, asset, isLater) && isListedFor(world, asset, key, filters) && passes(world, asset, kept),
  );
  const placed = readable.map((asset) => ({ id: asset.id, created: placeInTime(world, asset), asset }));
  const { items, hasMore, next } = pageOf(placed, { limit, cursor, filters, world, key });
  const isLinked = filters['job_id'] !== undefined && world.breaks('assets listed by job have an href');
  const data = items.map(({ asset }) => ({
    ...assetView(world, asset),
    ...(asset.purpose === 'result' && expiryOfInputs(world, asset)),
    ...(isLinked && { href: `/v1/assets/${encodeURIComponent(asset.id)}/content` }),
  }));
  return {
    status: 200,
    body: { next_cursor: next, has_more: hasMore, data, ...membersBy(world, 'list_total'), ...unknownFields(world) },
  };
}

/** The instant by which an asset is listed. */
function placeInTime({ jobs, breaks }: World, { created, job }: Asset): number {
  const isOfJob = job !== null && breaks('results are listed by the time of their job');
  return isOfJob ? (jobs.get(job)?.created ?? created) : created;
}

function isListed(world: World, asset: Asset, isLater: boolean): boolean {
  if (isLater && asset.bytes !== null && world.breaks('later pages have what has expired')) return true;
  const isErasedResult = asset.purpose === 'result' && asset.bytes === null && asset.expires > now(world);
  return isReadable(world, asset) || (isErasedResult && world.breaks('results of a deleted job stay in the list'));
}

function isListedFor({ breaks }: World, asset: Asset, key: Key, { job_id: job }: Filters): boolean {
  const isAlsoOther = job !== undefined && breaks('results are listed by job in both environments');
  return isOf(asset, key) || (isAlsoOther && asset.account === key.account);
}

function expiryOfInputs(world: World, { created }: Asset): Record<string, unknown> {
  if (!world.breaks('listed results expire like inputs')) return {};
  return { expires_at: stamp(world, created + world.choice('input_retention')) };
}

function isOfJob({ jobs, breaks }: World, { id, job }: Asset, named: string): boolean {
  const isInput = jobs.get(named)?.body.inputs.some(({ asset_id }) => asset_id === id) === true;
  return job === named || (isInput && breaks('a job id lists the input too'));
}

function passes(world: World, asset: Asset, filters: Filters): boolean {
  const { breaks } = world;
  const { purpose, created_gte: from, created_lt: until, job_id: job } = filters;
  const isOfAny = job !== undefined && breaks('a job id overrules the purpose');
  const whole = breaks('the fraction of created_gte is not read') ? from?.replace(/\.\d+/, '') : from;
  const first = breaks('the offset of created_gte is not read') ? whole?.replace(/[+-]\d\d:\d\d$/, 'Z') : whole;
  const end = (text: string) => Date.parse(text) + (breaks('assets created at created_lt are listed') ? 1 : 0);
  return (
    (purpose === undefined || isOfAny || asset.purpose === purpose) &&
    (job === undefined || isOfJob(world, asset, job)) &&
    (first === undefined || asset.created >= Date.parse(first)) &&
    (until === undefined || asset.created < end(until))
  );
}

const INSTANT = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;
const VALUES: Readonly<Record<string, (text: string) => boolean>> = {
  limit: (text) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 100,
  purpose: (text) => text === 'input' || text === 'result',
  created_gte: (text) => INSTANT.test(text) && !Number.isNaN(Date.parse(text)),
  created_lt: (text) => INSTANT.test(text) && !Number.isNaN(Date.parse(text)),
};

function checked({ breaks }: World, query: URLSearchParams, filters: readonly string[]): Filters {
  const names = [...query.keys()];
  const known = ['limit', 'cursor', ...filters];
  const isLoose = query.has('cursor') && breaks('an unknown parameter is let through beside a cursor');
  const wrong =
    names.find((name) => !known.includes(name) && !isLoose) ??
    names.find((name, index) => names.indexOf(name) !== index) ??
    names.find((name) => VALUES[name]?.(query.get(name) ?? '') === false);
  const isLetThrough = wrong === 'limit' && query.get('limit') === '101' && breaks('101 are allowed');
  if (wrong !== undefined && !isLetThrough) refuse(400, 'INVALID_REQUEST', 'A parameter is wrong.', wrong);
  return Object.fromEntries([...query].filter(([name]) => known.includes(name)));
}

type PageRequest = { limit: string | undefined; cursor: string | undefined; filters: Filters; world: World; key: Key };

function pageOf<Item extends Position>(all: readonly Item[], request: PageRequest): Page<Item> {
  const { limit = '20', cursor, world } = request;
  const sorted = all.toSorted((one, other) => compare(other, one, world));
  const after = cursor === undefined ? null : positionIn(cursor, request);
  const left = after === null ? sorted : sorted.filter((item) => isAfter(item, after, world));
  const size = Math.min(Number(limit), 100) - (world.breaks('a page of nineteen') && limit === '20' ? 1 : 0);
  const items = left.slice(0, size);
  const last = items.at(-1);
  const hasMore = left.length > size;
  return { items, hasMore, next: hasMore && last !== undefined ? cursorAt(last, request) : null };
}

/** Whether an item is on a later page than another. */
function isAfter(item: Position, last: Position, world: World): boolean {
  if (item.created === last.created && world.breaks('a page loses what has the same instant')) return false;
  return compare(item, last, world) < 0;
}

function compare(one: Position, other: Position, world: World): number {
  if (one.created !== other.created) return one.created - other.created;
  const rises = one.id.startsWith('asset_') && world.breaks('assets of one instant rise');
  return rises ? compareIds(other, one, world) : compareIds(one, other, world);
}

function compareIds(one: Position, other: Position, { choice }: World): number {
  if (choice('id_form') === 'number') return numberIn(one) - numberIn(other);
  return one.id < other.id ? -1 : Number(one.id > other.id);
}

function numberIn({ id }: Position): number {
  return Number(id.replace(/^[a-z]+_/, ''));
}

/** The length of a cursor without a filler. */
const SHORTEST_CURSOR = 79;

/** A cursor contains a seal over the filters and the caller. */
function cursorAt({ created, id }: Position, request: PageRequest): string {
  const filler = 'x'.repeat(Math.max(0, request.world.choice('cursor_length') - SHORTEST_CURSOR));
  const text = Buffer.from(JSON.stringify({ created, id, filler })).toString('base64url');
  return `${text}.${seal(text, request)}`;
}

function seal(text: string, { filters, key, world, limit }: PageRequest): string {
  const isBound = ([name]: [string, string]) =>
    name !== 'created_lt' || !world.breaks('a cursor goes with another created_lt');
  const entries = Object.entries(filters).filter(isBound).sort();
  const ownLimit = world.breaks('a cursor goes with its limit alone') ? (limit ?? '20') : null;
  const isOfAny = world.breaks('a cursor goes with a key of the other environment');
  const bound = JSON.stringify([entries, key.account.id, isOfAny ? null : key.environment, ownLimit]);
  return createHmac('sha256', world.secret).update(`${text} ${bound}`).digest('base64url');
}

function positionIn(cursor: string, request: PageRequest): Position {
  const [text = '', sealed] = cursor.split('.');
  if (sealed !== seal(text, request) && hasOneMore(text, sealed, request))
    refuse(400, 'INVALID_REQUEST', 'The parameters do not go together.', 'cursor');
  if (sealed !== seal(text, request)) refuse(400, 'INVALID_CURSOR', 'This cursor is not for this list.', 'cursor');
  const position: Position = JSON.parse(Buffer.from(text, 'base64url').toString());
  const isErased = request.world.assets.get(position.id)?.bytes === null;
  if (isErased && request.world.breaks('a cursor ends with its asset'))
    refuse(400, 'INVALID_CURSOR', 'This cursor leads nowhere.', 'cursor');
  return position;
}

/** Whether a cursor is valid without one of the filters, if that case is answered differently. */
function hasOneMore(text: string, sealed: string | undefined, request: PageRequest): boolean {
  const without = (left: string) =>
    Object.fromEntries(Object.entries(request.filters).filter(([name]) => name !== left));
  const isMore = (name: string) => sealed === seal(text, { ...request, filters: without(name) });
  return (
    request.world.breaks('a cursor with one more filter is another error') && Object.keys(request.filters).some(isMore)
  );
}

/** Spec 4.3: newest first. The specification does not define parameters and shape (reading 12). */
export function listJobs({ world, key, query }: Call, view: (job: Job) => unknown): Answer {
  const { limit, cursor, ...filters } = checked(world, query, ['status']);
  const own = [...world.jobs.values()].filter(
    (job) =>
      !job.isDeleted &&
      !isGone(world, job) &&
      isOf(job, key) &&
      (key.scopes.includes(scopeOf(job.operation)) || !world.breaks('jobs are listed by scope')) &&
      (filters['status'] === undefined || job.status === filters['status']),
  );
  const page = pageOf(own, { limit, cursor, filters, world, key });
  const { hasMore, next } = page;
  const items = arranged(world, page.items);
  if (world.choice('jobs_list_shape') === 'bare_list') return { status: 200, body: items.map(view) };
  if (world.choice('jobs_list_shape') === 'summaries')
    return { status: 200, body: { jobs: items.map(({ id, status }) => ({ job: id, state: status })), after: next } };
  return {
    status: 200,
    body: { data: items.map(view), next_cursor: next, has_more: hasMore, ...membersBy(world, 'list_total') },
  };
}

/** Jobs whose submission was replayed. */
export const REPLAYED = new WeakSet<Job>();

function arranged({ breaks }: World, jobs: Job[]): Job[] {
  const by = (rank: (job: Job) => boolean) => jobs.toSorted((one, other) => Number(rank(one)) - Number(rank(other)));
  if (breaks('cancelled jobs are listed last')) return by(({ status }) => status === 'cancelled');
  return breaks('replayed jobs are listed first') ? by((job) => !REPLAYED.has(job)) : jobs;
}
