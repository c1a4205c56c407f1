import { parseInstant } from '../../../shared/expression/quantities.ts';
import { isMap } from '../../../shared/is-map.ts';
import type { Exchange } from '../../effects/http/exchange.ts';
import type { ExchangeView } from '../../effects/http/view.ts';
import type { Keys } from '../../plan/facts.ts';
import type { RouteName } from '../../suite/vocabulary.ts';
import type { Owner } from '../known.ts';
import { resultsIn } from '../results.ts';

/** A job or an asset that an answer showed to its owner. */
export type Thing = {
  readonly kind: 'job' | 'asset';
  readonly id: string;
  readonly owner: Owner;
  /** The name of the key that it was first shown to. */
  readonly by: string;
  readonly purpose: 'input' | 'result' | null;
  /** Of a result its job, and what the job said of it. */
  readonly job: string | null;
  readonly told: Readonly<Record<string, unknown>> | null;
  /** The exchange that made it: an upload, or an accepted submission. */
  readonly made: ExchangeView | null;
  /** As it was shown last. */
  body: Readonly<Record<string, unknown>> | null;
  isDeleted: boolean;
  /** What became of it is not certain: requests raced for it, or an answer was lost. */
  isUnsure: boolean;
  position: number;
  /** When it was shown last. */
  shown: When;
};

/** A moment on both clocks: that which the instance moves, and ours. */
export type When = { passed: number; at: number };

export type World = {
  readonly keys: Readonly<Keys>;
  readonly things: Map<string, Thing>;
  /** Operations that have answered with a success, so that they are on. */
  readonly served: Set<RouteName>;
  /** By how much the target's time was at least ahead of what the instance has let pass, as any time showed that was over by then. */
  ahead: number | null;
  /** The time at which something was made just then, and when that was. */
  clock: (When & { time: number }) | null;
  /** Stores that a driver has made unreadable. */
  readonly faults: Set<string>;
};

export function newWorld(keys: Readonly<Keys>): World {
  return { keys, things: new Map(), served: new Set(), ahead: null, clock: null, faults: new Set() };
}

/** One answer, with what is known of the request. */
export type Sight = When & {
  view: ExchangeView;
  exchange: Exchange;
  /** Null for a path that is not documented. */
  route: RouteName | null;
  id: string;
  /** The name of the key, and whose things it reaches; null for a key that reaches nothing. */
  key: string;
  owner: Owner | null;
  position: number;
  /** Whether anything follows from the answer. */
  isJudged: boolean;
  /** The same, where a failure of the server counts too. */
  isAnswered: boolean;
  isConcurrent: boolean;
};

/** The target's time lies between these, as far as answers have shown; null before the first did. */
export function timeAt({ ahead, clock }: World, now: When): { from: number; to: number } | null {
  if (clock === null || ahead === null) return null;
  const since = Math.max(0, now.passed - clock.passed) + Math.max(0, now.at - clock.at);
  return { from: ahead + now.passed - SLACK, to: clock.time + since + SLACK };
}

/** Times may be written in whole seconds, and an answer takes its time. */
const SLACK = 2_000;

export function isGone(thing: Thing, { things }: World): boolean {
  return thing.isDeleted || (thing.job !== null && (things.get(thing.job)?.isDeleted ?? false));
}

/** Takes from an answer what it shows. */
export function learn(world: World, sight: Sight): void {
  const { view, route, owner, id } = sight;
  const status = view.status ?? 599;
  if (route === null || owner === null) return;
  if (view.request.method !== 'GET' && (status >= 500 || sight.isConcurrent)) doubt(world, id);
  if (status >= 300) return;
  world.served.add(route);
  noteTime(world, sight);
  noteShown(world, sight, route);
}

function noteShown(world: World, sight: Sight, route: RouteName): void {
  const { view } = sight;
  if (route === 'upload') note(world, sight, 'asset', view);
  if (route === 'asset') note(world, sight, 'asset', null);
  if (route === 'submit' || route === 'submit-hair') note(world, sight, 'job', view.status === 202 ? view : null);
  if (route === 'job' || route === 'cancel') note(world, sight, 'job', null);
  if (route === 'job-delete' || route === 'asset-delete') noteDeletion(world, sight);
}

function doubt({ things }: World, id: string): void {
  const thing = things.get(id);
  if (thing !== undefined) thing.isUnsure = true;
}

/** The clocks of other accounts are others. */
function noteTime(world: World, { view: { body, status, request }, owner, passed, at }: Sight): void {
  if (!owner?.startsWith('own ') || !isMap(body)) return;
  const { created_at: created, updated_at: updated, as_of: asOf } = body;
  // An upload of the same bytes may be answered with the asset that is there.
  const made =
    request.method === 'POST' && status === 202 && !/cancel$/.test(request.url) ? parseInstant(created) : null;
  if (made !== null) world.clock = { time: made, passed, at };
  // A balance may be that of a copy, which is older.
  const times = [created, updated, asOf].map((one) => parseInstant(one) ?? Number.NEGATIVE_INFINITY);
  const ahead = times.reduce((latest, time) => Math.max(latest, time)) - passed;
  if (Number.isFinite(ahead)) world.ahead = Math.max(world.ahead ?? ahead, ahead);
}

function note(world: World, sight: Sight, kind: Thing['kind'], made: ExchangeView | null): void {
  const { view, owner, key, position } = sight;
  if (!isMap(view.body) || owner === null) return;
  const { id, purpose } = view.body;
  if (typeof id !== 'string') return;
  const before = world.things.get(id);
  if (before !== undefined && before.owner !== owner) return;
  const shown = { passed: sight.passed, at: sight.at };
  const own = {
    kind,
    id,
    owner,
    position,
    shown,
    job: null,
    told: null,
    isDeleted: false,
    isUnsure: sight.isConcurrent,
  };
  const isOf = purpose === 'input' || purpose === 'result' ? purpose : null;
  const thing: Thing = before ?? { ...own, by: key, purpose: isOf, made, body: null };
  thing.body = view.body;
  thing.position = position;
  thing.shown = shown;
  world.things.set(id, thing);
  for (const told of resultsIn(view.body['output']).filter(isMap)) {
    const result = told['id'];
    if (typeof result === 'string' && !world.things.has(result))
      world.things.set(result, {
        ...own,
        kind: 'asset',
        id: result,
        by: key,
        purpose: 'result',
        job: id,
        told,
        made: null,
        body: null,
      });
  }
}

function noteDeletion({ things }: World, { id, owner, view, route }: Sight): void {
  const thing = things.get(id);
  if (view.status !== 204 || thing === undefined || thing.owner !== owner) return;
  if (route === 'job-delete' || thing.purpose === 'input') thing.isDeleted = true;
}

/** Whether it is certain to be there: how long before its expires_at a thing may be purged is open. */
export function isSurelyThere(thing: Thing, world: World, now: When): boolean {
  const since = Math.max(now.passed - thing.shown.passed, now.at - thing.shown.at);
  const until = parseInstant(thing.body?.['expires_at'] ?? thing.told?.['expires_at']);
  const time = timeAt(world, now);
  if (isGone(thing, world) || thing.isUnsure || since > SURE_FOR || time === null) return false;
  return until !== null && time.to < until;
}

const SURE_FOR = 60_000;
