import { parseInstant } from '../../../shared/expression/quantities.ts';
import { isMap } from '../../../shared/is-map.ts';
import { type Demand, mustBe, mustHaveCode, mustRefuseWith } from '../demand.ts';
import { isJobKept, type Known, type KnownJob, keepIn, SURE_FOR, since, wasShownLately } from '../known.ts';
import { listIn } from '../read-submission.ts';
import { mayBeOff, type Sight } from '../sight.ts';
import { textsOf } from '../texts.ts';
import type { CreateTopic } from '../topic.ts';
import { type Asked, type Kept, ofItems, type Page } from './list-items.ts';

/** Spec 4.1: the list of assets, its parameters and its cursors. */
export const createLists: CreateTopic = (known) => {
  const kept: Kept = { pages: new Map(), count: keepIn(known, { size: 0 }), changes: 0, removals: 0 };
  return {
    demands: (sight) => (isList(sight, known) ? demandsOf(sight, known, kept) : []),
    keep: (sight) => {
      if (CHANGES.includes(sight.route ?? '')) kept.changes += 1;
      if (REMOVALS.includes(sight.route ?? '')) kept.removals += 1;
      if (sight.route === 'asset-list') keep(sight, isList(sight, known), kept);
    },
    // What expires leaves the list.
    drive: (call) => {
      if (!call.startsWith('clock.')) return;
      kept.changes += 1;
      kept.removals += 1;
    },
  };
};

const REMOVALS = ['asset-delete', 'job-delete'];
const CHANGES = [...REMOVALS, 'upload', 'submit', 'submit-hair', 'cancel'];

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
  // A page that was not seen may have given it.
  const isUnseen = known.mayOthersAct && page === undefined;
  const ofCursor = cursor === null ? null : demandsOfCursor(cursor, isUnseen ? null : page, sight);
  return ofCursor ?? ofValid({ sight, query, page: page ?? null }, known, kept);
}

/** Null if the page that follows is shown. What is open, and what the page was like that gave the cursor, is not judged. */
function demandsOfCursor(cursor: string, page: Page | null | undefined, sight: Sight): Demand[] | null {
  if (cursor === '' || page === null) return [];
  if (page !== undefined) return ofPage(page, sight, queryOf(sight));
  return mustRefuseWith(400, 'INVALID_CURSOR', { rule: 'CURSOR-400', because: [], why: 'no page gave this cursor' });
}

function ofValid({ sight, query, page }: Asked, known: Known, kept: Kept): Demand[] {
  const id = query.get('job_id');
  const job = id === null ? null : known.jobs.get(id);
  if (job === undefined) return [];
  if (job !== null && !isThereFor(sight, job, known)) return ofItems({ sight, query, page }, known, kept);
  const reason = { rule: page === null ? 'LIST-200' : 'CURSOR-ANY-LIMIT', because: [], why: 'the request is valid' };
  // How long a cursor lives is open.
  const isOld = page !== null && since(page.when, sight) >= SURE_FOR;
  const served = mustBe(isOld || isInverted(query) ? [200, 400] : [200], reason);
  return [served, ...ofItems({ sight, query, page }, known, kept)];
}

/** A list that is filtered by a job that is not there for the caller may be refused. */
function isThereFor({ key, ...now }: Sight, job: KnownJob, known: Known): boolean {
  if (job.owner !== now.owner || job.by !== key || job.isDeleted) return false;
  return wasShownLately(job.id, now, known) && (job.end === null || isJobKept(job, now, known));
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
      check: (answer) =>
        answer.status !== 400 || textsOf(answer).some((text) => text.includes(name))
          ? null
          : { pointer: '/body/error', expected: `the name ${name} somewhere`, seen: answer.text },
    },
  ];
}

/** Null if the page that follows is shown. */
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

/** A page that is not judged has a cursor as well. */
function keep(sight: Sight, isJudged: boolean, kept: Kept): void {
  const { view, owner, key, passed, least, at } = sight;
  if (view.status !== 200 || !isMap(view.body)) return;
  const cursor = view.body['next_cursor'];
  if (typeof cursor !== 'string') return;
  kept.count.size += 1;
  if (!isJudged || owner === null) return void kept.pages.set(cursor, null);
  const query = queryOf(sight);
  const items = listIn(view.body, 'data').filter(isMap);
  const before = kept.pages.get(`${owner} ${query.get('cursor')}`) ?? null;
  const page = {
    ...{ owner, by: key, filters: filtersIn(query), before, changes: kept.changes, removals: kept.removals },
    shown: items.map(({ id }) => String(id)),
    begun: before?.begun ?? sight.position,
    last: parseInstant(items.at(-1)?.['created_at']),
    hasMore: view.body['has_more'] === true,
    when: { passed, least, at },
  };
  kept.pages.set(`${owner} ${cursor}`, page);
  if (!kept.pages.has(cursor)) kept.pages.set(cursor, page);
}
