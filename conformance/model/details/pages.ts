import { parseInstant } from '../../../shared/expression/quantities.ts';
import { isMap } from '../../../shared/is-map.ts';
import { type Demand, failing, mustBe, mustRefuseWith } from '../demand.ts';
import { listIn } from '../read-submission.ts';
import { wrongItem } from './assets.ts';
import type { CreateDetail } from './detail.ts';
import { isGone, isSurelyThere, type Sight, type Thing, timeAt, type World } from './world.ts';

/** A page that had a cursor: whose, with which filters, and which assets it and those before it showed. */
type Page = { owner: string; filters: string; shown: readonly string[]; changes: number };
type Kept = { pages: Map<string, Page>; changes: number };

/** Spec 4.1: the list of assets, its parameters and its cursors. */
export const createPages: CreateDetail = (world, { tenant }) => {
  const kept: Kept = { pages: new Map(), changes: 0 };
  return {
    demands: (sight) => (isList(sight, world) ? demandsOf(sight, world, kept, tenant !== null) : []),
    keep: (sight) => {
      if (['upload', 'asset-delete', 'job-delete'].includes(sight.route ?? '')) kept.changes += 1;
      if (isList(sight, world)) keep(sight, kept);
    },
  };
};

function isList({ route, isAnswered, owner, view }: Sight, { served }: World): boolean {
  if (route !== 'asset-list' || !isAnswered || owner === null) return false;
  return view.status !== 404 || served.has(route);
}

const KNOWN = ['limit', 'cursor', 'purpose', 'created_gte', 'created_lt', 'job_id'];

function queryOf({ view }: Sight): URLSearchParams {
  return new URL(view.request.url, 'http://localhost').searchParams;
}

function filtersIn(query: URLSearchParams): string {
  const filters = [...query].filter(([name]) => name !== 'limit' && name !== 'cursor');
  return JSON.stringify(filters.sort());
}

function demandsOf(sight: Sight, world: World, kept: Kept, isWhole: boolean): Demand[] {
  const query = queryOf(sight);
  const mistakes = mistakesIn(query);
  const [mistake, ...more] = mistakes;
  if (mistake !== undefined) return more.length > 0 ? [] : ofMistake(mistake);
  const cursor = query.get('cursor');
  const page = cursor === null ? undefined : kept.pages.get(cursor);
  if (cursor !== null && page === undefined)
    return mustRefuseWith(400, 'INVALID_CURSOR', { rule: 'CURSOR-400', because: [], why: 'no page gave this cursor' });
  const ofCursor = page === undefined ? [] : ofPage(page, sight, query);
  if (ofCursor.length > 0) return ofCursor;
  if (query.has('job_id') && !world.things.has(query.get('job_id') ?? '')) return [];
  const reason = { rule: cursor === null ? 'LIST-200' : 'CURSOR-ANY-LIMIT', because: [], why: 'the request is valid' };
  return [mustBe([200], reason), ...ofItems(sight, query, page, kept, world, isWhole)];
}

type Mistake = { name: string; rule: string; statuses: readonly number[] };

function mistakesIn(query: URLSearchParams): Mistake[] {
  const names = [...new Set(query.keys())];
  return names.flatMap((name): Mistake[] => {
    const values = query.getAll(name);
    if (!KNOWN.includes(name)) return [{ name, rule: 'LIST-UNKNOWN-400', statuses: [400] }];
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

function ofMistake({ name, rule, statuses }: Mistake): Demand[] {
  const why = `the parameter ${name} is refused`;
  return [
    mustBe(statuses, { rule, because: [], why }),
    {
      rule: 'LIST-400',
      because: [],
      check: ({ status, body }) => {
        const seen = isMap(body) && isMap(body['error']) ? body['error']['code'] : undefined;
        return status !== 400 || seen === 'INVALID_REQUEST'
          ? null
          : { pointer: '/body/error/code', expected: 'INVALID_REQUEST', seen };
      },
    },
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

function ofPage({ owner, filters }: Page, sight: Sight, query: URLSearchParams): Demand[] {
  const refused = (rule: string, why: string) => mustRefuseWith(400, 'INVALID_CURSOR', { rule, because: [], why });
  if (owner !== sight.owner)
    return refused('CURSOR-CALLER-400', 'the cursor was given to another account or environment');
  return filters === filtersIn(query) ? [] : refused('CURSOR-FILTERS-400', 'the cursor was given with other filters');
}

function ofItems(
  sight: Sight,
  query: URLSearchParams,
  page: Page | undefined,
  kept: Kept,
  world: World,
  isWhole: boolean,
): Demand[] {
  const { view } = sight;
  if (view.status !== 200 || !isMap(view.body)) return [];
  const items = listIn(view.body, 'data').filter(isMap);
  return [
    ...ofOrder(items),
    ...ofLimit(items, query),
    ...ofFilters(items, query, world),
    ...ofKnown(items, sight, world),
    ...ofChain(items, page, kept),
    ...(isWhole && view.body['has_more'] === false ? ofMissing(items, sight, query, page, world) : []),
  ];
}

type Item = Readonly<Record<string, unknown>>;

function ofOrder(items: readonly Item[]): Demand[] {
  const at = (item: Item | undefined) => parseInstant(item?.['created_at']) ?? Number.NaN;
  const wrong = items.find((item, index) => at(item) > at(items[index - 1]));
  return wrong === undefined ? [] : [failing('LIST-ORDER', String(wrong['id']), 'the newest asset first', wrong['id'])];
}

function ofLimit(items: readonly Item[], query: URLSearchParams): Demand[] {
  const limit = Number(query.get('limit') ?? 20);
  if (items.length <= limit) return [];
  return [
    failing(query.has('limit') ? 'LIST-LIMIT' : 'LIST-LIMIT-DEFAULT', '', `at most ${limit} assets`, items.length),
  ];
}

function ofFilters(items: readonly Item[], query: URLSearchParams, { things }: World): Demand[] {
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
      const known = things.get(String(item['id']));
      return known === undefined ? item['purpose'] === 'result' : known.job === value;
    }),
  ];
}

function ofKnown(items: readonly Item[], sight: Sight, world: World): Demand[] {
  const time = timeAt(world, sight);
  return items.flatMap((item): Demand[] => {
    const id = String(item['id']);
    const wrong = wrongItem(item, world);
    const until = parseInstant(item['expires_at']);
    return [
      ...(wrong === null ? [] : [failing('LIST-ITEM-SAME', id, `${wrong.name} ${wrong.expected}`, item[wrong.name])]),
      ...(until !== null && time !== null && until < time.from
        ? [failing('LIST-EXPIRED-OUT', id, `no ${id}, which has expired`, id)]
        : []),
    ];
  });
}

function ofChain(items: readonly Item[], page: Page | undefined, { changes }: Kept): Demand[] {
  const again = items.find(({ id }) => page?.shown.includes(String(id)));
  if (again === undefined || page === undefined) return [];
  const rule = page.changes === changes ? 'LIST-NO-REPEAT' : 'LIST-STEADY';
  return [failing(rule, String(again['id']), `no ${again['id']}, which an earlier page showed`, again['id'])];
}

/** On the last page everything has been shown that is certain to be there. */
function ofMissing(
  items: readonly Item[],
  sight: Sight,
  query: URLSearchParams,
  page: Page | undefined,
  world: World,
): Demand[] {
  const shown = new Set([...items.map(({ id }) => String(id)), ...(page?.shown ?? [])]);
  const missing = [...world.things.values()].filter(
    (thing) =>
      thing.kind === 'asset' &&
      thing.owner === sight.owner &&
      thing.by === sight.key &&
      !shown.has(thing.id) &&
      isMeant(thing, query) &&
      !isGone(thing, world) &&
      isSurelyThere(thing, world, sight),
  );
  const rule = query.has('job_id') ? 'LIST-JOB-ID' : query.has('purpose') ? 'LIST-PURPOSE' : 'LIST-COMPLETE';
  // A page that was shown before it was made does not have it.
  return page === undefined ? missing.map(({ id }) => failing(rule, id, `${id}, which is there`, null)) : [];
}

function isMeant({ purpose, job }: Thing, query: URLSearchParams): boolean {
  const [wanted, ofJob] = [query.get('purpose'), query.get('job_id')];
  if (query.has('created_gte') || query.has('created_lt')) return false;
  return (wanted === null || wanted === purpose) && (ofJob === null || ofJob === job);
}

function keep(sight: Sight, kept: Kept): void {
  const { view, owner } = sight;
  if (view.status !== 200 || !isMap(view.body) || owner === null) return;
  const cursor = view.body['next_cursor'];
  if (typeof cursor !== 'string') return;
  const query = queryOf(sight);
  const before = kept.pages.get(query.get('cursor') ?? '')?.shown ?? [];
  const items = listIn(view.body, 'data').filter(isMap);
  const shown = [...before, ...items.map(({ id }) => String(id))];
  kept.pages.set(cursor, { owner, filters: filtersIn(query), shown, changes: kept.changes });
}
