import { parseInstant } from '../../shared/expression/quantities.ts';
import { isMap } from '../../shared/is-map.ts';
import { FIXED } from './assets.ts';
import { type Demand, failing, mustBe, mustHaveCode, mustRefuseWith, sparedAs } from './demand.ts';
import {
  hasEnded,
  isGone,
  isSurelyKept,
  type Known,
  type KnownAsset,
  keepIn,
  timeAt,
  wasShownLately,
} from './known.ts';
import { listIn } from './read-submission.ts';
import { mayBeOff, type Sight } from './sight.ts';
import type { CreateTopic } from './topic.ts';

type Item = Readonly<Record<string, unknown>>;

/** A page that had a cursor: whose, with which filters, and what it and those before it showed. */
type Page = {
  owner: string;
  by: string;
  filters: string;
  shown: readonly string[];
  before: Page | null;
  changes: number;
  hasMore: boolean;
};
/** By owner and cursor, and by cursor alone; null where what a page with this cursor was like is not certain. */
type Kept = { pages: Map<string, Page | null>; count: { size: number }; changes: number };

/** A request of the list: the page that gave its cursor is null where it has none. */
type Asked = { sight: Sight; query: URLSearchParams; page: Page | null };

/** Spec 4.1: the list of assets, its parameters and its cursors. */
export const createLists: CreateTopic = (known) => {
  const kept: Kept = { pages: new Map(), count: keepIn(known, { size: 0 }), changes: 0 };
  return {
    demands: (sight) => (isList(sight, known) ? demandsOf(sight, known, kept) : []),
    keep: (sight) => {
      if (CHANGES.includes(sight.route ?? '')) kept.changes += 1;
      if (sight.route === 'asset-list') keep(sight, isList(sight, known), kept);
    },
  };
};

const CHANGES = ['upload', 'asset-delete', 'job-delete', 'submit', 'submit-hair', 'cancel'];

function isList(sight: Sight, known: Known): boolean {
  const { route, isAnswered, isPlain, owner } = sight;
  return route === 'asset-list' && isAnswered && isPlain && owner !== null && !mayBeOff(sight, known);
}

const PARAMETERS = ['limit', 'cursor', 'purpose', 'created_gte', 'created_lt', 'job_id'];

function queryOf({ view }: Sight): URLSearchParams {
  return new URL(view.request.url, 'http://localhost').searchParams;
}

function filtersIn(query: URLSearchParams): string {
  const filters = [...query].filter(([name]) => name !== 'limit' && name !== 'cursor');
  return JSON.stringify(filters.sort());
}

function demandsOf(sight: Sight, known: Known, kept: Kept): Demand[] {
  const query = queryOf(sight);
  const [mistake, ...more] = mistakesIn(query);
  const cursor = query.get('cursor');
  if (mistake !== undefined) return more.length > 0 ? [] : ofMistake(mistake, cursor !== null);
  const page = cursor === null ? null : (kept.pages.get(`${sight.owner} ${cursor}`) ?? kept.pages.get(cursor));
  const ofCursor = cursor === null ? null : demandsOfCursor(cursor, page, sight);
  return ofCursor ?? ofValid({ sight, query, page: page ?? null }, known, kept);
}

/** Null where the page that follows is shown. What is open, and what the page was like that gave the cursor, is not judged. */
function demandsOfCursor(cursor: string, page: Page | null | undefined, sight: Sight): Demand[] | null {
  if (cursor === '' || page === null) return [];
  if (page !== undefined) return ofPage(page, sight, queryOf(sight));
  return mustRefuseWith(400, 'INVALID_CURSOR', { rule: 'CURSOR-400', because: [], why: 'no page gave this cursor' });
}

function ofValid({ sight, query, page }: Asked, known: Known, kept: Kept): Demand[] {
  if (query.has('job_id') && !known.jobs.has(query.get('job_id') ?? '')) return [];
  const reason = { rule: page === null ? 'LIST-200' : 'CURSOR-ANY-LIMIT', because: [], why: 'the request is valid' };
  return [mustBe(isInverted(query) ? [200, 400] : [200], reason), ...ofItems({ sight, query, page }, known, kept)];
}

/** Bounds between which nothing can be may be refused. */
function isInverted(query: URLSearchParams): boolean {
  const [from, to] = [parseInstant(query.get('created_gte')), parseInstant(query.get('created_lt'))];
  return from !== null && to !== null && from >= to;
}

type Mistake = { name: string; rule: string; statuses: readonly number[] };

function mistakesIn(query: URLSearchParams): Mistake[] {
  const names = [...new Set(query.keys())];
  return names.flatMap((name): Mistake[] => {
    const values = query.getAll(name);
    if (!PARAMETERS.includes(name)) return [{ name, rule: 'LIST-UNKNOWN-400', statuses: [400] }];
    if (values.length > 1) return [{ name, rule: 'LIST-REPEATED-400', statuses: [400] }];
    const [value = ''] = values;
    return mistakeOf(name, value);
  });
}

function mistakeOf(name: string, value: string): Mistake[] {
  const malformed = [{ name, rule: 'LIST-MALFORMED-400', statuses: [400, 200] }];
  if (name === 'purpose') return ['input', 'result'].includes(value) ? [] : malformed;
  if (name === 'created_gte' || name === 'created_lt') return parseInstant(value) === null ? malformed : [];
  if (name !== 'limit') return [];
  if (!/^-?\d+$/.test(value)) return malformed;
  if (Number(value) < 1) return [{ name, rule: 'LIST-LIMIT-LOW-400', statuses: [400] }];
  return Number(value) > 100 ? [{ name, rule: 'LIST-LIMIT-HIGH-400', statuses: [400] }] : [];
}

/** Beside a cursor, either may be refused first. */
function ofMistake({ name, rule, statuses }: Mistake, hasCursor: boolean): Demand[] {
  const why = `the parameter ${name} is refused`;
  const refused = mustBe(statuses, { rule, because: [], why });
  if (hasCursor) return [refused];
  return [
    refused,
    mustHaveCode(400, 'INVALID_REQUEST', { rule: 'LIST-400', because: [], why }),
    {
      rule: 'LIST-400-NAMES',
      because: [],
      check: ({ status, text }) =>
        status !== 400 || (text ?? '').includes(name)
          ? null
          : { pointer: '/body/error', expected: `the name ${name} somewhere`, seen: text },
    },
  ];
}

/** Null where the page that follows is shown. */
function ofPage({ owner, by, filters }: Page, sight: Sight, query: URLSearchParams): Demand[] | null {
  const refused = (rule: string, why: string) => mustRefuseWith(400, 'INVALID_CURSOR', { rule, because: [], why });
  if (owner !== sight.owner)
    return refused('CURSOR-CALLER-400', 'the cursor was given to another account or environment');
  // Whether another key of the account may go on, and whether other words for the same filters are others, is open.
  if (by !== sight.key) return [mustBe([200, 400], { rule: 'CURSOR-ANY-LIMIT', because: [], why: 'it is valid' })];
  if (filters === filtersIn(query)) return null;
  if (meaningOf(filters) === meaningOf(filtersIn(query))) return [];
  return refused('CURSOR-FILTERS-400', 'the cursor was given with other filters');
}

function meaningOf(filters: string): string {
  return JSON.stringify(JSON.parse(filters), (_, value) => parseInstant(value) ?? value);
}

function ofItems(asked: Asked, known: Known, kept: Kept): Demand[] {
  const { sight, query, page } = asked;
  const { body, status } = sight.view;
  if (status !== 200 || !isMap(body)) return [];
  const items = listIn(body, 'data').filter(isMap);
  return [
    ...ofForm(body),
    ...ofOrder(items),
    ...ofLimit(items, asked, body, kept),
    ...ofFilters(items, query, known),
    ...items.flatMap((item) => ofItem(item, asked, known)),
    ...ofChain(items, page, known, kept),
    ...(known.isAccountMade && body['has_more'] === false ? ofMissing(items, asked, known, kept) : []),
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

/** Ids of the same instant are in descending order. */
function ofOrder(items: readonly Item[]): Demand[] {
  const at = (item: Item | undefined) => parseInstant(item?.['created_at']) ?? Number.NaN;
  const wrong = items.find((item, index) => at(item) > at(items[index - 1]));
  if (wrong !== undefined) return [failing('LIST-ORDER', String(wrong['id']), 'the newest asset first', wrong['id'])];
  const tied = items.find((item, index) => {
    const before = items[index - 1];
    // Times that are shown in whole seconds may hide an order.
    const isSame = before?.['created_at'] === item['created_at'] && String(item['created_at']).includes('.');
    return isSame && String(item['id']) > String(before?.['id']);
  });
  return tied === undefined
    ? []
    : [failing('LIST-ORDER-TIES', String(tied['id']), 'the highest id of an instant first', tied['id'])];
}

function ofLimit(items: readonly Item[], { query, page }: Asked, body: Item, { changes }: Kept): Demand[] {
  const limit = Number(query.get('limit') ?? 20);
  const isFull = items.length >= limit || body['has_more'] !== true;
  if (query.has('limit') && items.length <= limit) {
    // Nothing has changed since the page that said that there is more.
    const isLacking = page !== null && page.changes === changes && page.hasMore && items.length === 0;
    return isLacking ? [failing('LIST-HAS-MORE-RIGHT', '', 'an asset, since there was more', items.length)] : [];
  }
  if (items.length <= limit && isFull) return [];
  const expected = isFull ? `at most ${limit} assets` : `${limit} assets, since there are more`;
  return [failing(query.has('limit') ? 'LIST-LIMIT' : 'LIST-LIMIT-DEFAULT', '', expected, items.length)];
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
  const isDeleted = page === null && asset?.owner === sight.owner && isGone(asset, known);
  return [
    ...(wrong === null ? [] : [failing('LIST-ITEM-SAME', id, `${wrong.name} ${wrong.expected}`, item[wrong.name])]),
    ...(isExpired ? [failing('LIST-EXPIRED-OUT', id, `no ${id}, which has expired`, id)] : []),
    ...(isDeleted ? [failing('LIST-DELETED-OUT', id, `no ${id}, which was deleted`, id)] : []),
  ];
}

function wrongIn(
  item: Item,
  asset: KnownAsset | undefined,
  { shown }: Known,
): { name: string; expected: unknown } | null {
  const body = asset === undefined ? undefined : shown.get(asset.id)?.last;
  if (body === undefined) return null;
  // A size may be null in one view and known in another.
  const name = FIXED.find((one) => isShown(body[one]) && isShown(item[one]) && item[one] !== body[one]);
  return name === undefined ? null : { name, expected: body[name] };
}

function isShown(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Only where nothing at all has changed since an earlier page is it certain that its items come no more. */
function ofChain(items: readonly Item[], page: Page | null, known: Known, { changes }: Kept): Demand[] {
  const isQuiet = isAtRest(known);
  for (let one = page; one !== null; one = one.before) {
    const isSteady = isQuiet && one.changes === changes;
    const again = items.find(({ id }) => one?.shown.includes(String(id)));
    if (again === undefined) continue;
    const rule = isSteady ? 'LIST-NO-REPEAT' : 'LIST-STEADY';
    return [failing(rule, String(again['id']), `no ${again['id']}, which an earlier page showed`, again['id'])];
  }
  return [];
}

/** No job is at work, whose results may come at any time. */
function isAtRest({ isAccountMade, jobs }: Known): boolean {
  return isAccountMade && [...jobs.values()].every((job) => job.isDeleted || hasEnded(job));
}

/**
 * All pages together show everything that is certain to be there, unless something was made or deleted between them. That a
 * list may be of one key alone is a matter of derivation.
 */
function ofMissing(items: readonly Item[], { sight, query, page }: Asked, known: Known, { changes }: Kept): Demand[] {
  const listed = new Set(items.map(({ id }) => String(id)));
  for (let one = page; one !== null; one = one.before) {
    if (one.changes !== changes || !isAtRest(known)) return [];
    for (const id of one.shown) listed.add(id);
  }
  const missing = [...known.assets.values()].filter(
    (asset) =>
      asset.owner === sight.owner &&
      asset.by === sight.key &&
      !listed.has(asset.id) &&
      isMeant(asset, query, known) &&
      !isGone(asset, known) &&
      wasShownLately(asset.id, sight, known) &&
      isSurelyKept(asset, sight, known),
  );
  const [, rule] = RULES_OF_FILTERS.find(([name]) => query.has(name)) ?? ['', 'LIST-COMPLETE'];
  return missing.map(({ id }) => failing(rule, id, `${id}, which is there and belongs to the caller`, null));
}

const RULES_OF_FILTERS = [
  ['job_id', 'LIST-JOB-ID'],
  ['created_gte', 'LIST-CREATED-GTE'],
  ['created_lt', 'LIST-CREATED-LT'],
  ['purpose', 'LIST-PURPOSE'],
] as const;

function isMeant({ id, purpose, job }: KnownAsset, query: URLSearchParams, { shown }: Known): boolean {
  const [wanted, ofJob] = [query.get('purpose'), query.get('job_id')];
  if ((wanted !== null && wanted !== purpose) || (ofJob !== null && ofJob !== job)) return false;
  const [from, to] = [query.get('created_gte'), query.get('created_lt')].map((bound) => parseInstant(bound));
  if (from === null && to === null) return true;
  // The output of a job does not show when its results were made.
  const createdAt = parseInstant(shown.get(id)?.last['created_at']);
  if (createdAt === null) return false;
  // Times may be shown in whole seconds.
  return createdAt >= (from ?? createdAt) && (to === null || to === undefined || createdAt + 1_000 <= to);
}

/** A page that is not judged has a cursor as well. */
function keep(sight: Sight, isJudged: boolean, kept: Kept): void {
  const { view, owner, key } = sight;
  if (view.status !== 200 || !isMap(view.body)) return;
  const cursor = view.body['next_cursor'];
  if (typeof cursor !== 'string') return;
  kept.count.size += 1;
  if (!isJudged || owner === null) return void kept.pages.set(cursor, null);
  const query = queryOf(sight);
  const shown = listIn(view.body, 'data')
    .filter(isMap)
    .map(({ id }) => String(id));
  const before = kept.pages.get(`${owner} ${query.get('cursor')}`) ?? null;
  const page = {
    ...{ owner, by: key, filters: filtersIn(query), shown, before, changes: kept.changes },
    hasMore: view.body['has_more'] === true,
  };
  kept.pages.set(`${owner} ${cursor}`, page);
  if (!kept.pages.has(cursor)) kept.pages.set(cursor, page);
}
