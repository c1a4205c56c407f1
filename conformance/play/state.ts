import { parseInstant } from '../../shared/expression/quantities.ts';
import { aheadOfSpan } from '../effects/drivers/clock-driver.ts';
import type { Exchange } from '../effects/http/exchange.ts';
import { idOf, viewOf } from '../effects/http/view.ts';
import { isSubmission } from '../target/routes.ts';
import { afterExchange, NOTHING_KEPT, type Retention } from './retention.ts';

/** What an instance has brought about so far. It is replaced and never altered: a moment keeps the one that it was made with. */
export type State = {
  /** Jobs and assets that the instance made and has not erased, with the name of the key that made each. */
  readonly jobs: ReadonlyMap<string, string>;
  readonly assets: ReadonlyMap<string, string>;
  /** Units that a job of each operation costs, as the balance shows. */
  readonly unitCosts: Readonly<Record<string, number>> | null;
  /** Milliseconds by which the target's clock is ahead of ours, as far as its answers have shown. */
  readonly clockAhead: number;
  /** The latest time in an answer at which a Job or an Asset was created, changed or finished; null before the first. */
  readonly shownAt: number | null;
  /** What the target keeps, and until when as far as it says. */
  readonly retention: Retention;
  /** Why the target may have forgotten what was asked for last of all that it may have. */
  readonly lost: string | null;
  /** Receivers that were opened. */
  readonly hooks: ReadonlyMap<string, OpenHook>;
  /** Where the plan of the next job holds it. */
  readonly heldAt: string | null;
  /** Whether it is the next job that will be held, and which are, as far as this instance has not let them go. */
  readonly holdsNext: boolean;
  readonly held: ReadonlySet<string>;
  /** How many keys and numbers were drawn. */
  readonly freshKeys: number;
  readonly draws: number;
};

/** The endpoint that leads to a receiver, the event types that it subscribed to (null: all), and every secret that it has had. */
export type OpenHook = {
  readonly endpoint: string | null;
  readonly environment: 'live' | 'test';
  readonly events: readonly string[] | null;
  /** The position on the tape at which it was open. */
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

/** Remembers what an answer says was made, so that it can be counted, and erased at the end; and what is kept until when. */
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
  // A replay answers a job that is older than the request.
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

/** What was made just now says how late it is over there; within the time of the exchange it may be any of ours. */
function clockAheadIn(exchange: Exchange): number | null {
  const { at, took } = exchange;
  const created = parseInstant((viewOf(exchange).body as { created_at?: unknown }).created_at);
  return created === null ? null : aheadOfSpan(created, [at, at + took]);
}

/** What a Job or an Asset says of itself, unlike its `expires_at`, has happened by now. */
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
 * Why what an instance made may be gone although it did not wait for that: jobs that take their time, and refusals that ask to
 * come back later, kept it busy until the `expires_at` that was shown. What it looked for after a wait of its own it reckons with.
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
