import { parseInstant } from '../../shared/expression/quantities.ts';
import { aheadOfSpan } from '../effects/drivers/clock-driver.ts';
import type { Exchange } from '../effects/http/exchange.ts';
import { idOf, viewOf } from '../effects/http/view.ts';
import { isSubmission } from '../target/routes.ts';
import { afterExchange, NOTHING_KEPT, type Retention } from './retention.ts';

/** What an instance has brought about so far. It is replaced and never altered: a moment keeps the one that it was made with. */
export type State = {
  /** The jobs and assets that the instance made and has not erased, with the name of the key that made each. */
  readonly jobs: ReadonlyMap<string, string>;
  readonly assets: ReadonlyMap<string, string>;
  /** The cost of a job of each operation in units, according to the balance. */
  readonly unitCosts: Readonly<Record<string, number>> | null;
  /** How far the target's clock is ahead of ours in milliseconds, as far as its answers reveal. */
  readonly clockAhead: number;
  /**
   * The latest time in an answer at which a Job or an Asset was created, changed or finished; null if there was none.
   */
  readonly shownAt: number | null;
  /** What the target keeps, and for how long, as far as it reports that. */
  readonly retention: Retention;
  /** Why the target may have forgotten the latest thing that it may have forgotten. */
  readonly lost: string | null;
  /** The open receivers. */
  readonly hooks: ReadonlyMap<string, OpenHook>;
  /** The stage at which the plan of the next job holds it. */
  readonly heldAt: string | null;
  /** `holdsNext`: whether the next job will be held. `held`: the jobs that this instance has not released yet. */
  readonly holdsNext: boolean;
  readonly held: ReadonlySet<string>;
  /** The number of keys and numbers drawn so far. */
  readonly freshKeys: number;
  readonly draws: number;
};

/** The endpoint of a receiver, its subscribed event types (null: all), and all secrets that it has had. */
export type OpenHook = {
  readonly endpoint: string | null;
  readonly environment: 'live' | 'test';
  readonly events: readonly string[] | null;
  /** The position on the tape at which it was opened. */
  readonly opened: number;
  readonly secrets: readonly string[];
};

export const NOTHING_YET: State = {
  jobs: new Map(),
  assets: new Map(),
  unitCosts: null,
  clockAhead: 0,
  shownAt: null,
  retention: NOTHING_KEPT,
  lost: null,
  hooks: new Map(),
  heldAt: null,
  holdsNext: false,
  held: new Set(),
  freshKeys: 0,
  draws: 0,
};

/**
 * Records what an answer reports as made, so that it can be counted and erased at the end, and how long things are
 * kept.
 */
export function afterAnswer(state: State, exchange: Exchange, key: string, owner = ''): State {
  const after = withThings(state, exchange, key);
  const retention = withTime(afterExchange(state.retention, exchange, owner), after.shownAt);
  return { ...after, retention: { ...retention, outlived: retention.outlived ?? whyOutlived(retention) } };
}

function withTime(retention: Retention, shownAt: number | null): Retention {
  const { shown, passed } = retention;
  if (shownAt === null || shownAt === shown?.at) return retention;
  return { ...retention, shown: { at: shownAt, passed } };
}

function withThings(before: State, exchange: Exchange, key: string): State {
  const { answer, request } = exchange;
  if (answer === null || answer.status >= 300) return before;
  const state = { ...before, shownAt: latest(before.shownAt, exchange) };
  const path = request.url.split('?')[0] ?? '';
  if (path === '/v1/credits/balance') return { ...state, unitCosts: unitCostsIn(exchange) ?? state.unitCosts };
  const id = request.method === 'POST' ? idOf(viewOf(exchange)) : null;
  if (id === null) return state;
  const clockAhead = clockAheadIn(exchange) ?? state.clockAhead;
  if (path === '/v1/assets') return { ...state, clockAhead, assets: withEntry(state.assets, id, key) };
  if (!isSubmission(request.method, path) || state.jobs.has(id)) return state;
  const jobs = withEntry(state.jobs, id, key);
  // A replay returns a job that is older than the request.
  if (answer.status !== 202) return { ...state, jobs };
  const held = state.holdsNext ? new Set([...state.held, id]) : state.held;
  return { ...state, clockAhead, jobs, held, holdsNext: false };
}

export function withHook(state: State, name: string, hook: OpenHook): State {
  return { ...state, hooks: withEntry(state.hooks, name, hook) };
}

export function withoutThing(state: State, kind: 'jobs' | 'assets', id: string): State {
  return { ...state, [kind]: new Map([...state[kind]].filter(([one]) => one !== id)) };
}

function withEntry<Value>(map: ReadonlyMap<string, Value>, name: string, value: Value): ReadonlyMap<string, Value> {
  return new Map([...map, [name, value]]);
}

/** Estimates the lead of the target's clock from something just created, at any time within the exchange. */
function clockAheadIn(exchange: Exchange): number | null {
  const { at, took } = exchange;
  const created = parseInstant((viewOf(exchange).body as { created_at?: unknown }).created_at);
  return created === null ? null : aheadOfSpan(created, [at, at + took]);
}

/** The times in a Job or an Asset, unlike its `expires_at`, are in the past. */
function latest(shownAt: number | null, exchange: Exchange): number | null {
  const { created_at, updated_at, completed_at } = Object(viewOf(exchange).body) as Record<string, unknown>;
  const times = [shownAt, ...[created_at, updated_at, completed_at].map(parseInstant)];
  return times.reduce((last, time) => (last === null || (time !== null && time > last) ? time : last), null);
}

function unitCostsIn(exchange: Exchange): Record<string, number> | null {
  const body = viewOf(exchange).body as { unit_costs?: Record<string, number> } | null | undefined;
  return typeof body?.unit_costs === 'object' ? body.unit_costs : null;
}

/**
 * Returns why things that an instance made may be gone although it did not wait for that: slow jobs, and refusals with
 * a later retry, delayed it beyond the reported `expires_at`. A scenario takes its own waits into account.
 */
function whyOutlived({ shown, passed, planned, of }: Retention): string | null {
  if (shown === null || passed === planned) return null;
  const now = shown.at + passed - shown.passed;
  const begin = now - (passed - planned);
  for (const { kept } of of.values())
    for (const [id, { until }] of kept)
      if (until !== null && begin < until && until <= now)
        return `the server keeps ${id} until ${instant(until)}, and the wait lasted until ${instant(now)}`;
  return null;
}

function instant(at: number): string {
  return new Date(at).toISOString();
}
