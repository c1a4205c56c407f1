import { createHmac } from 'node:crypto';
import { type Answer, type Call, refuse } from './answer.ts';
import { assetView, isReadable, unknownFields } from './assets.ts';
import { isGone } from './job-view.ts';
import { type Asset, isOf, type Job, type Key, now, type World } from './world.ts';

type Filters = Record<string, string>;
type Position = { created: number; id: string };
type Page<Item> = { items: Item[]; hasMore: boolean; next: string | null };

/** Spec 4.1: newest first, by id where two have the same time. */
export function listAssets({ world, key, query }: Call): Answer {
  const { limit, cursor, ...filters } = checked(world, query, ['purpose', 'created_gte', 'created_lt', 'job_id']);
  const isOnLaterPage = cursor !== undefined;
  const readable = [...world.assets.values()].filter(
    (asset) =>
      isListed(world, asset) &&
      (isOf(asset, key) || (filters['job_id'] !== undefined && world.breaks('a list by job asks for no owner'))) &&
      (passes(asset, filters, world) || (isOnLaterPage && world.breaks('the filter is lost on the second page'))),
  );
  const { items, hasMore, next } = pageOf(readable, { limit, cursor, filters, world, key });
  const data = items.map((asset) => {
    const view = assetView(world, asset);
    return world.breaks('lists have hrefs') ? { ...view, href: `/v1/assets/${asset.id}/content` } : view;
  });
  return { status: 200, body: { next_cursor: next, has_more: hasMore, data, ...unknownFields(world) } };
}

function isListed(world: World, asset: Asset): boolean {
  const isExpired = asset.bytes !== null && asset.expires <= now(world);
  return (
    isReadable(world, asset) ||
    world.breaks('deleted assets are listed') ||
    (isExpired && world.breaks('expired assets are listed'))
  );
}

function passes(asset: Asset, filters: Filters, { breaks }: World): boolean {
  const { purpose, created_gte: from, created_lt: until, job_id: job } = filters;
  const isBefore = (time: number) => asset.created < time || (asset.created === time && breaks('until is inclusive'));
  const isSince = (time: number) => asset.created > time || (asset.created === time && !breaks('since is exclusive'));
  return (
    (purpose === undefined || asset.purpose === purpose) &&
    (job === undefined || asset.job === job) &&
    (from === undefined || isSince(Date.parse(from))) &&
    (until === undefined || isBefore(Date.parse(until)))
  );
}

const INSTANT = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;
const VALUES: Readonly<Record<string, (text: string) => boolean>> = {
  limit: (text) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 100,
  purpose: (text) => text === 'input' || text === 'result',
  created_gte: (text) => INSTANT.test(text) && !Number.isNaN(Date.parse(text)),
  created_lt: (text) => INSTANT.test(text) && !Number.isNaN(Date.parse(text)),
};

function checked(world: World, query: URLSearchParams, filters: readonly string[]): Filters {
  const names = [...query.keys()];
  const known = ['limit', 'cursor', ...filters];
  const wrong =
    names.find((name) => !known.includes(name) && !world.breaks('unknown parameters are ignored')) ??
    names.find((name, index) => names.indexOf(name) !== index && !world.breaks('the last parameter wins')) ??
    names.find((name) => !(VALUES[name]?.(query.get(name) ?? '') ?? true) && !isLetThrough(world, name, query));
  if (wrong !== undefined)
    refuse(400, 'INVALID_REQUEST', 'A parameter is wrong.', world.breaks('the parameter is not named') ? null : wrong);
  return Object.fromEntries(query);
}

function isLetThrough({ breaks }: World, name: string, query: URLSearchParams): boolean {
  return name === 'limit' && query.get('limit') === '101' && breaks('101 are allowed');
}

type PageRequest = { limit: string | undefined; cursor: string | undefined; filters: Filters; world: World; key: Key };

function pageOf<Item extends Position>(all: readonly Item[], request: PageRequest): Page<Item> {
  const { limit = '20', cursor, world } = request;
  const sorted = all.toSorted((one, other) => compare(other, one, world));
  const after = cursor === undefined ? null : positionIn(cursor, request);
  const left =
    after === null
      ? sorted
      : sorted.filter((item) => compare(item, after, world) < 0 || isRepeated(item, after, world));
  const size = Math.min(Number(limit), 100) - (world.breaks('a page of nineteen') && limit === '20' ? 1 : 0);
  const items = left.slice(0, size);
  const last = items.at(-1);
  const hasMore = left.length > size || (world.breaks('more after the exact end') && left.length === size);
  return { items, hasMore, next: hasMore && last !== undefined ? cursorAt(last, request) : null };
}

function isRepeated(item: Position, after: Position, { breaks }: World): boolean {
  return item.id === after.id && breaks('the last of a page comes again');
}

function compare(one: Position, other: Position, { choice, breaks }: World): number {
  if (one.created !== other.created) return one.created - other.created;
  const order =
    choice('id_form') === 'number'
      ? numberIn(one) - numberIn(other)
      : one.id < other.id
        ? -1
        : Number(one.id > other.id);
  return breaks('ties the other way') ? -order : order;
}

function numberIn({ id }: Position): number {
  return Number(id.replace(/^[a-z]+_/, ''));
}

/** No cursor is shorter without a filler. */
const SHORTEST_CURSOR = 79;

/** A cursor holds the filters and the caller that it is bound to. */
function cursorAt({ created, id }: Position, request: PageRequest): string {
  const filler = 'x'.repeat(Math.max(0, request.world.choice('cursor_length') - SHORTEST_CURSOR));
  const text = Buffer.from(JSON.stringify({ created, id, filler })).toString('base64url');
  return `${text}.${seal(text, request)}`;
}

function seal(text: string, { filters, key, world }: PageRequest): string {
  const bound = world.breaks('cursors take other filters') ? {} : filters;
  const caller = world.breaks('cursors are for everybody') ? '' : `${key.account.id} ${key.environment}`;
  const sorted = JSON.stringify(Object.entries(bound).sort());
  return createHmac('sha256', world.secret).update(`${text} ${sorted} ${caller}`).digest('base64url');
}

function positionIn(cursor: string, request: PageRequest): Position {
  const [text = '', sealed] = cursor.split('.');
  if (sealed !== seal(text, request)) refuse(400, 'INVALID_CURSOR', 'This cursor is not for this list.', 'cursor');
  return JSON.parse(Buffer.from(text, 'base64url').toString());
}

/** Spec 4.3: newest first. Parameters and shape are not specified (reading 12). */
export function listJobs({ world, key, query }: Call, view: (job: Job) => unknown): Answer {
  const { limit, cursor, ...filters } = checked(world, query, ['status']);
  const isOwn = (job: Job) =>
    isOf(job, key) || (job.account === key.account && world.breaks('jobs of both environments are listed'));
  const own = [...world.jobs.values()].filter(
    (job) =>
      !job.isDeleted &&
      !isGone(world, job) &&
      isOwn(job) &&
      (filters['status'] === undefined || job.status === filters['status']),
  );
  const { items, hasMore, next } = pageOf(own, { limit, cursor, filters, world, key });
  const jobs = world.breaks('oldest jobs first') ? items.toReversed() : items;
  if (world.choice('jobs_list_shape') === 'bare_list') return { status: 200, body: jobs.map(view) };
  if (world.choice('jobs_list_shape') === 'summaries')
    return { status: 200, body: { jobs: jobs.map(({ id, status }) => ({ job: id, state: status })), after: next } };
  return { status: 200, body: { data: jobs.map(view), next_cursor: next, has_more: hasMore } };
}
