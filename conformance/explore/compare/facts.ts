import { decoded } from '../../../shared/expression/decoded.ts';
import type { Body } from '../../../shared/sessions/operation.ts';
import type { ExchangeView } from '../../effects/http/view.ts';
import { oddOf } from '../../sessions/odd.ts';
import type { Of, Operation } from '../../sessions/operation.ts';
import { stepId } from '../../sessions/write/places-in-steps.ts';
import type { Played, Seen } from '../play-session.ts';
import { listIn, mapIn, type Names, resultsIn, viewIn } from './names.ts';

/** The parts of an answer that depend only on the rules, in the terms of the session. */
export type Facts = Readonly<Record<string, unknown>>;

export type About = {
  names: Names;
  /** The body that requested the job, if the operation is about one. */
  body: Body | null;
  /** The progress of the job is left open. */
  isLoose: boolean;
  isAlone: boolean;
  /** The things that exist on both sides, by name. Lists are compared without all others. */
  isThere(name: string): boolean;
  /** Returns what this side no longer keeps, according to its own answers. */
  isGone(name: string): boolean;
  /** Returns when the thing was made, according to this side's own answers. */
  bornAt(name: string): string | undefined;
  /** The caller's own uploads that exist on both sides, for lists with time bounds. */
  ownUploads: readonly string[];
  /** Returns a replacement for the type of a job's event if the job may have ended in any way. */
  endsOf(name: string): string | null;
};

/** Returns null if the step was skipped. */
export function factsOf(operation: Operation, seen: Seen | undefined, about: About): Facts | null {
  if (seen === undefined) return null;
  if (operation.does === 'step') return { stage: mapIn(seen.subject)['stage'] };
  if (operation.does === 'receive') return eventsIn(listIn(seen.subject), about);
  if (operation.does === 'list' && operation.whole) return walkFacts(operation, mapIn(seen.subject), about);
  const view = viewIn(seen);
  return view === null ? null : answerFacts(operation, view, about);
}

function answerFacts(operation: Operation, view: ExchangeView, about: About): Facts {
  const { status } = view;
  if (operation.does === 'odd') return { status: lawfulOr(status, oddOf(operation.request).lawful) };
  if (status === null || status >= 400 || status === 304) return { status, ...errorFacts(view) };
  switch (operation.does) {
    case 'upload':
      return { status, ...assetFacts(view.body, about) };
    case 'submit':
      return { status, ...acceptedFacts(view), ...jobFacts(view.body, about) };
    case 'finish':
    case 'cancel':
      return { status, ...jobFacts(view.body, about) };
    case 'with a fault':
    case 'without a feature':
      return { status };
    case 'read':
      return { status, ...thingFacts(operation.thing, view, about) };
    case 'list':
    case 'next page':
      return { status, ...pageFacts(operation, view.body, about) };
    case 'balance':
      return { status, ...balanceFacts(view.body) };
    default:
      return { status };
  }
}

/** Treats all lawful answers as equal. */
function lawfulOr(status: number | null, lawful: readonly number[]): unknown {
  return status !== null && lawful.includes(status) ? lawful[0] : status;
}

/**
 * Spec 4.2: the polling URL can be a path, a path relative to the request or a whole address. For a replay it is left
 * open.
 */
function acceptedFacts({ status, header, body, location: resolved }: ExchangeView): Facts {
  const replayed = header['idempotency-replayed'] ?? null;
  if (status !== 202) return { replayed };
  const { id } = mapIn(body);
  const location = resolved ?? header['location'] ?? '';
  // An id may contain characters that are encoded in a path.
  return {
    replayed,
    'the Location to poll is sent': [location, decoded(location)].some((one) => one.includes(`/v1/jobs/${id}`)),
  };
}

function errorFacts({ body }: ExchangeView): Facts {
  return { code: mapIn(mapIn(body)['error'])['code'] };
}

function thingFacts(thing: string, view: ExchangeView, about: About): Facts {
  if (thing === 'job') return jobFacts(view.body, about);
  if (thing === 'picture') return { picture: view.image?.decodable ?? null };
  return assetFacts(view.body, about);
}

function assetFacts(body: unknown, { names }: About): Facts {
  const { id, purpose, media_type, size_bytes, width, height, livemode } = mapIn(body);
  const isInput = purpose === 'input';
  return {
    id: names.get(String(id)) ?? 'unknown',
    purpose,
    ...(isInput && { media_type, size_bytes, width, height }),
    livemode,
  };
}

function jobFacts(body: unknown, about: About): Facts {
  const { id, operation, status, completed_at, inputs, error, livemode } = mapIn(body);
  const sent = listIn(inputs).map((input) => {
    const { asset_id, role } = mapIn(input);
    return [about.names.get(String(asset_id)) ?? 'unknown', role];
  });
  const fixed = { id: about.names.get(String(id)) ?? 'unknown', operation, inputs: sent, livemode };
  if (about.isLoose) return fixed;
  const isEnded = status === 'succeeded' || status === 'failed' || status === 'cancelled';
  return {
    ...fixed,
    // Spec 3: a server decides when a job that was picked up appears as running.
    'status of the job': isEnded ? status : 'under way',
    ...(isEnded && { completed: completed_at !== null, error: mapIn(error)['code'] ?? null }),
    ...outputFacts(body, about),
  };
}

/** Spec 8: the union of outputs is open, so a server may have types of its own. */
export const OWN_TYPE = 'of a type of its own';
const TYPES = ['skin.analysis', 'makeup.try_on', 'hair.try_on'];

function outputFacts(body: unknown, about: About): Facts {
  const { output } = mapIn(body);
  const { type, concerns } = mapIn(output);
  if (output === null || output === undefined) return { output: null };
  if (!TYPES.includes(String(type))) return { output: OWN_TYPE };
  const shown = resultsIn(body).map(({ role }) => String(role));
  if (type !== 'skin.analysis') return { output: type, pictures: shown };
  const found = listIn(concerns).map(mapIn);
  const asked = about.body !== null && 'concerns' in about.body ? (about.body.visualizations ?? []) : [];
  // An unavailable concern may have no picture, and a server may consider any concern unavailable.
  const measured = found.filter(({ status }) => status === 'measured').map(({ concern }) => concern);
  const due = asked
    .filter(({ concern }) => measured.includes(concern))
    .map(({ concern, kind }) => `${kind}.${concern}`);
  const known = asked.map(({ concern, kind }) => `${kind}.${concern}`);
  return {
    output: type,
    concerns: found.map(({ concern }) => String(concern)).sort(),
    'pictures that lack': due.filter((role) => !shown.includes(role)),
    'pictures that were not requested': shown.filter((role) => !known.includes(role)),
  };
}

/** Spec 4.1: the limit if none is requested. */
const DEFAULT_LIMIT = 20;

/** The number of results depends on what was found in the picture, so only uploads can be counted. */
function pageFacts(operation: Of<'list' | 'next page'>, body: unknown, about: About): Facts {
  const { query } = operation;
  const { data, has_more, next_cursor } = mapIn(body);
  const isWhole = has_more === false && query['limit'] === undefined;
  return {
    ...listedFacts(operation, listIn(data)),
    ...(operation.thing === 'assets' && {
      'more than the limit': listIn(data).length > Number(query['limit'] ?? DEFAULT_LIMIT),
    }),
    ...(isWhole && itemFacts(listIn(data), about)),
    ...(about.isAlone &&
      query['purpose'] === 'input' && {
        length: listIn(data).length,
        has_more,
        'has a cursor': typeof next_cursor === 'string',
      }),
  };
}

function walkFacts(list: Of<'list'>, walk: Readonly<Record<string, unknown>>, about: About): Facts {
  const pages = listIn(walk['pages']).map(mapIn);
  const last = pages.at(-1)?.['status'];
  if (last !== 200) return { status: last, code: mapIn(mapIn(pages.at(-1)?.['body'])['error'])['code'] };
  const items = listIn(walk['items']);
  const isBounded = list.since !== undefined || list.until !== undefined;
  const found = isBounded ? boundedFacts(list, items, about) : itemFacts(items, about);
  return { status: last, ...listedFacts(list, items), ...found };
}

/**
 * Spec 4.1: `created_gte` includes the instant itself, and `created_lt` excludes it. Each side is judged by its own
 * times.
 */
function boundedFacts({ since, until, query }: Of<'list'>, items: readonly unknown[], about: About): Facts {
  const at = (name: string | undefined) => Date.parse(String(name));
  const from = since === undefined ? Number.NEGATIVE_INFINITY : at(about.bornAt(`asset ${since}`));
  const to = until === undefined ? Number.POSITIVE_INFINITY : at(about.bornAt(`asset ${until}`));
  const isWithin = (instant: number) => instant >= from && instant < to;
  const listed = items.map((item) => about.names.get(String(mapIn(item)['id'])));
  const due = query['purpose'] === 'result' ? [] : about.ownUploads.filter((name) => isWithin(at(about.bornAt(name))));
  return {
    'listed though out of bounds': items.filter((item) => !isWithin(at(String(mapIn(item)['created_at'])))).length,
    'not listed though within bounds': due.filter((name) => !listed.includes(name)),
  };
}

/** The order of things made at the same instant depends on ids, which each server generates. */
function itemFacts(data: readonly unknown[], { names, isThere, isGone }: About): Facts {
  const named = data.map((item) => names.get(String(mapIn(item)['id'])) ?? 'unknown');
  return { items: named.filter(isThere).sort(), 'listed though expired': named.filter(isGone) };
}

function balanceFacts(body: unknown): Facts {
  const { available_units, spendable_units, test_funded_units, enforced, low_balance } = mapIn(body);
  return { available_units, spendable_units, test_funded_units, enforced, low_balance };
}

/** Counts by job and type: the number of different events, and the attempts for one, as far as they happen soon. */
function eventsIn(deliveries: readonly unknown[], { names, endsOf }: About): Facts {
  const tries = new Map<string, Map<unknown, number>>();
  for (const delivery of deliveries) {
    const { id, type, data } = mapIn(mapIn(delivery)['json']);
    const job = mapIn(mapIn(data)['object'])['id'];
    const about = type === 'test.ping' ? 'the endpoint' : (names.get(String(job)) ?? 'unknown');
    const key = `${type === 'test.ping' ? type : (endsOf(about) ?? type)} of ${about}`;
    const own = tries.get(key) ?? new Map<unknown, number>();
    tries.set(key, own.set(id, (own.get(id) ?? 0) + 1));
  }
  return Object.fromEntries(
    [...tries].flatMap(([key, own]) => [
      [key, own.size],
      [`${ATTEMPTS}${key}`, [...own.values()].reduce((least, one) => Math.min(least, one), SOON)],
    ]),
  );
}

/** A receiver may get more than required. The events of a job that is kept for only an hour are left open. */
export const ATTEMPTS = 'attempts at ';
const SOON = 3;

/**
 * Spec 4.3: the body of a cancel is the Job that a later read returns, with the same ETag. If the body of the read
 * differs, for example because the job went on, its tag may differ, too.
 */
export function tagFacts(operation: Operation, operations: readonly Operation[], { seen }: Played): Facts {
  if (operation.does !== 'read' || operation.thing !== 'job' || operation.tag !== undefined) return {};
  const read = viewIn(seen.get(stepId(operation.nth)));
  const before = operations.slice(0, operations.indexOf(operation));
  const cancel = before.findLast(
    (one) => one.does === 'cancel' && one.of === operation.of && one.key === operation.key,
  );
  const cancelled = cancel === undefined ? null : viewIn(seen.get(stepId(cancel.nth)));
  if (read?.status !== 200 || cancelled === null || Number(cancelled.status) >= 300) return {};
  if (read.text !== cancelled.text) return {};
  return { 'has the tag of the cancel': read.header['etag'] === cancelled.header['etag'] };
}

type Item = Readonly<Record<string, unknown>>;

/**
 * Returns facts about a list that do not depend on its other contents (spec 4.1, 4.3). The form of the list of jobs is
 * left open.
 */
export function listedFacts({ thing, query }: Of<'list' | 'next page'>, items: readonly unknown[]): Item {
  const all = items.map(mapIn);
  const inOrder = { 'in order': all.every((item, index) => isBefore(thing, item, all[index + 1])) };
  if (thing === 'jobs') return inOrder;
  const { purpose } = query;
  return {
    ...inOrder,
    'of another purpose': all.filter((item) => purpose !== undefined && item['purpose'] !== purpose).length,
    'with an href': all.filter((item) => 'href' in item).length,
  };
}

/** Newest first. Assets with the same written instant are ordered by id, greatest first. */
function isBefore(thing: 'assets' | 'jobs', one: Item, next: Item | undefined): boolean {
  if (next === undefined) return true;
  const [first, second] = [one['created_at'], next['created_at']];
  if (first === second) return thing === 'jobs' || String(one['id']) > String(next['id']);
  const [later, earlier] = [Date.parse(String(first)), Date.parse(String(second))];
  return !(later < earlier);
}
