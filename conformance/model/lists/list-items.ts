import { parseInstant } from '../../../shared/expression/quantities.ts';
import { isMap } from '../../../shared/is-map.ts';
import { FIXED, mayBeBack, STORED_CONVERTED } from '../assets.ts';
import { type Demand, failing, sparedAs } from '../demand.ts';
import {
  hasEnded,
  isGone,
  isSurelyKept,
  type Known,
  type KnownAsset,
  since,
  timeAt,
  type When,
  wasShownLately,
} from '../known.ts';
import { listIn } from '../read-submission.ts';
import type { Sight } from '../sight.ts';

export type Item = Readonly<Record<string, unknown>>;

/** A page that had a cursor: its owner, its filters, and the items of this and earlier pages. */
export type Page = {
  owner: string;
  by: string;
  filters: string;
  shown: readonly string[];
  before: Page | null;
  /** Where on the tape the first page is. */
  begun: number;
  /** When its last item was created. */
  last: number | null;
  changes: number;
  removals: number;
  hasMore: boolean;
  /** When it was shown. */
  when: When;
};
/** By owner and cursor, and by cursor only; null if the page of this cursor is uncertain. */
export type Kept = {
  pages: Map<string, Page | null>;
  count: { size: number };
  /** What may have changed a list so far, and what may have taken something from it. */
  changes: number;
  removals: number;
};

/** A request of the list: the page that gave its cursor is null if it has none. */
export type Asked = { sight: Sight; query: URLSearchParams; page: Page | null };

/** What the items of a page must be like. */
export function ofItems(asked: Asked, known: Known, kept: Kept): Demand[] {
  const { sight, query, page } = asked;
  const { body, status } = sight.view;
  if (status !== 200 || !isMap(body)) return [];
  const items = listIn(body, 'data').filter(isMap);
  return [
    ...ofForm(body),
    ...ofOrder(items),
    ...(isOfOneKey(sight, known) ? ofLimit(items, asked, isAtRest(known) ? kept.changes : null) : []),
    ...ofFilters(items, query, known),
    ...items.flatMap((item) => ofItem(item, asked, known)),
    ...ofChain(items, page, known, kept),
    ...(known.isAccountMade ? ofMissing(items, asked, known, kept) : []),
  ];
}

function ofForm(body: Item): Demand[] {
  const { data, has_more: hasMore, next_cursor: cursor } = body;
  const is = (isFine: boolean, rule: string, expected: string, seen: unknown) =>
    isFine ? [] : [failing(rule, '', expected, seen ?? null)];
  const isAtEnd = hasMore === false && typeof cursor === 'string';
  return [
    ...is(Array.isArray(data), 'LIST-DATA', 'data, which is a list', data),
    ...is(typeof hasMore === 'boolean', 'LIST-HAS-MORE', 'has_more, which is true or false', hasMore),
    ...is(cursor === null || typeof cursor === 'string', 'LIST-NEXT-CURSOR', 'next_cursor, a text or null', cursor),
    ...is(hasMore !== true || cursor !== null, 'LIST-CURSOR-END', 'a next_cursor, since there is more', cursor),
    ...is(!isAtEnd, 'LIST-CURSOR-END', 'no next_cursor, since there is no more', cursor).map((demand) =>
      sparedAs('a later call may go on from it', demand),
    ),
  ];
}

/** Ids of one instant are left to the scenarios: the instant may be finer than it is shown, and ids may be compared in other ways. */
function ofOrder(items: readonly Item[]): Demand[] {
  const at = (item: Item | undefined) => parseInstant(item?.['created_at']) ?? Number.NaN;
  const wrong = items.find((item, index) => at(item) > at(items[index - 1]));
  return wrong === undefined ? [] : [failing('LIST-ORDER', String(wrong['id']), 'the newest asset first', wrong['id'])];
}

/** A list may be limited to one key (`list_owner`). */
function isOfOneKey({ owner, key }: Sight, { assets }: Known): boolean {
  return [...assets.values()].every((asset) => asset.owner !== owner || asset.by === key);
}

/** Nothing is likely to expire meanwhile. */
const SOON = 5_000;

function ofLimit(items: readonly Item[], { sight, query, page }: Asked, changes: number | null): Demand[] {
  const limit = Number(query.get('limit') ?? 20);
  const rule = query.has('limit') ? 'LIST-LIMIT' : 'LIST-LIMIT-DEFAULT';
  if (items.length > limit) return [failing(rule, '', `at most ${limit} assets`, items.length)];
  const isShort = !query.has('limit') && page === null && hasMore(sight) === true && items.length < limit;
  if (isShort) return [failing(rule, '', `${limit} assets, since there is more`, items.length)];
  // Nothing has changed or expired since the page that said that there is more. A page may be short.
  const isSteady = page !== null && page.changes === changes && since(page.when, sight) < SOON;
  const isLacking = isSteady && page.hasMore && items.length === 0;
  return isLacking ? [failing('LIST-HAS-MORE-RIGHT', '', 'an asset, since there was more', items.length)] : [];
}

function ofFilters(items: readonly Item[], query: URLSearchParams, { assets }: Known): Demand[] {
  const isOnward = query.has('cursor');
  const check = (name: string, rule: string, isFine: (item: Item, value: string) => boolean): Demand[] => {
    const value = query.get(name);
    const wrong = value === null ? undefined : items.find((item) => !isFine(item, value));
    if (wrong === undefined) return [];
    return [failing(isOnward ? 'LIST-FILTER-KEPT' : rule, String(wrong['id']), `assets by ${name} alone`, wrong['id'])];
  };
  const bound = (value: string) => parseInstant(value) ?? Number.NaN;
  const at = (item: Item) => parseInstant(item['created_at']) ?? Number.NaN;
  return [
    ...check('purpose', 'LIST-PURPOSE', (item, value) => item['purpose'] === value),
    // Times may be shown in whole seconds.
    ...check('created_gte', 'LIST-CREATED-GTE', (item, value) => !(at(item) < bound(value) - 1_000)),
    ...check('created_lt', 'LIST-CREATED-LT', (item, value) => !(at(item) > bound(value))),
    ...check('job_id', 'LIST-JOB-ID', (item, value) => {
      const asset = assets.get(String(item['id']));
      return asset === undefined ? item['purpose'] === 'result' : asset.job === value;
    }),
  ];
}

function ofItem(item: Item, { sight, page }: Asked, known: Known): Demand[] {
  const id = String(item['id']);
  const asset = known.assets.get(id);
  const wrong = wrongIn(item, asset, known);
  const until = parseInstant(item['expires_at']);
  const time = sight.owner?.startsWith('own ') ? timeAt(known, sight) : null;
  const isExpired = until !== null && time !== null && until < time.from;
  // Whether the pages of one walk are all of one moment is open.
  const isFirst = page === null;
  const isBack = asset !== undefined && known.mayOthersAct && mayBeBack(asset, known);
  const isDeleted = isFirst && !isBack && asset?.owner === sight.owner && isGone(asset, known);
  return [
    ...(wrong === null
      ? []
      : [sparedAs(wrong.name === 'purpose' ? null : STORED_CONVERTED, itemLike(id, wrong, item))]),
    ...(isFirst && isExpired ? [failing('LIST-EXPIRED-OUT', id, `no ${id}, which has expired`, id)] : []),
    ...(isDeleted ? [failing('LIST-DELETED-OUT', id, `no ${id}, which was deleted`, id)] : []),
  ];
}

type Wrong = { name: string; expected: unknown };

function wrongIn(item: Item, asset: KnownAsset | undefined, { shown }: Known): Wrong | null {
  const body = asset === undefined ? undefined : shown.get(asset.id)?.last;
  if (body === undefined) return null;
  // A size may be null in one view and known in another.
  const name = FIXED.find((one) => isShown(body[one]) && isShown(item[one]) && item[one] !== body[one]);
  return name === undefined ? null : { name, expected: body[name] };
}

function itemLike(id: string, { name, expected }: Wrong, item: Item): Demand {
  return failing('LIST-ITEM-SAME', id, `${name} ${expected}`, item[name]);
}

function isShown(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Items of an earlier page certainly do not come again only if nothing has changed since then. */
function ofChain(items: readonly Item[], page: Page | null, known: Known, { changes }: Kept): Demand[] {
  const isQuiet = isAtRest(known);
  for (let one = page; one !== null; one = one.before) {
    const isSteady = isQuiet && one.changes === changes;
    const again = items.find(({ id }) => one?.shown.includes(String(id)));
    if (again === undefined) continue;
    const rule = isSteady ? 'LIST-NO-REPEAT' : 'LIST-STEADY';
    const repeated = failing(rule, String(again['id']), `no ${again['id']}, which an earlier page showed`, again['id']);
    return [sparedAs(isSteady ? null : 'a cursor may say how many assets come before it', repeated)];
  }
  return [];
}

/** No job is at work, whose results may come at any time. */
function isAtRest({ isAccountMade, jobs }: Known): boolean {
  return isAccountMade && [...jobs.values()].every((job) => job.isDeleted || hasEnded(job));
}

/**
 * A page shows everything that is certain to exist since before the first page, and was created after its last item and
 * before the last item of the page that it follows; among assets of one instant, only all pages together show that one is
 * missing. Nothing was removed meanwhile. That a list may be limited to one key is a matter of derivation.
 */
function ofMissing(items: readonly Item[], asked: Asked, known: Known, kept: Kept): Demand[] {
  const { sight, query, page } = asked;
  const isSteady = (one: Page) => one.removals === kept.removals && since(one.when, sight) < SOON;
  if (page !== null && !isSteady(page)) return [];
  const pages = pagesBefore(page);
  const isWhole = hasMore(sight) === false && pages.every(isSteady);
  const listed = new Set([...items.map(({ id }) => String(id)), ...pages.flatMap(({ shown }) => shown)]);
  const isOnPages = isWhole ? () => true : betweenPages(items, asked, known);
  const missing = [...known.assets.values()].filter(
    (asset) =>
      asset.owner === sight.owner &&
      asset.by === sight.key &&
      asset.seenAt < (page?.begun ?? sight.position) &&
      !listed.has(asset.id) &&
      isOnPages(asset) &&
      isMeant(asset, query, known) &&
      !isGone(asset, known) &&
      wasShownLately(asset.id, sight, known) &&
      isSurelyKept(asset, sight, known),
  );
  const [, rule] = RULES_OF_FILTERS.find(([name]) => query.has(name)) ?? ['', 'LIST-COMPLETE'];
  return missing.map(({ id }) => failing(rule, id, `${id}, which is there and belongs to the caller`, null));
}

function pagesBefore(page: Page | null): Page[] {
  const pages: Page[] = [];
  for (let one = page; one !== null; one = one.before) pages.push(one);
  return pages;
}

function hasMore({ view: { body } }: Sight): unknown {
  return isMap(body) ? body['has_more'] : null;
}

/** Whether an asset was created between the last item of a page and that of the page before it. */
function betweenPages(items: readonly Item[], { sight, page }: Asked, known: Known): (asset: KnownAsset) => boolean {
  const below = hasMore(sight) === false ? Number.NEGATIVE_INFINITY : parseInstant(items.at(-1)?.['created_at']);
  const above = page === null ? Number.POSITIVE_INFINITY : page.last;
  if (below === null || above === null) return () => false;
  return (asset) => {
    const created = createdOf(asset, known);
    return created !== null && created >= below + PRECISION && created <= above - PRECISION;
  };
}

/** Times may be shown in whole seconds. */
const PRECISION = 1_000;

/** The output of a job does not show when its results were created. */
function createdOf({ id }: KnownAsset, { shown }: Known): number | null {
  return parseInstant(shown.get(id)?.last['created_at']);
}

const RULES_OF_FILTERS = [
  ['job_id', 'LIST-JOB-ID'],
  ['created_gte', 'LIST-CREATED-GTE'],
  ['created_lt', 'LIST-CREATED-LT'],
  ['purpose', 'LIST-PURPOSE'],
] as const;

function isMeant(asset: KnownAsset, query: URLSearchParams, known: Known): boolean {
  const { purpose, job } = asset;
  const [wanted, ofJob] = [query.get('purpose'), query.get('job_id')];
  if ((wanted !== null && wanted !== purpose) || (ofJob !== null && ofJob !== job)) return false;
  const [from, to] = [query.get('created_gte'), query.get('created_lt')].map((bound) => parseInstant(bound));
  if (from === null && to === null) return true;
  const createdAt = createdOf(asset, known);
  if (createdAt === null) return false;
  const isAfter = from === null || from === undefined || createdAt >= from + PRECISION;
  return isAfter && (to === null || to === undefined || createdAt + PRECISION <= to);
}
