import type { Exchange } from '../../effects/http/exchange.ts';
import { type ExchangeView, viewOf } from '../../effects/http/view.ts';
import type { Mismatch } from '../../suite/expectation/mismatch.ts';
import { isMap } from '../../suite/expectation/operators/same-as.ts';
import { WORDS } from '../../suite/expectation/operators/words.ts';
import { type Route, type RouteName, routeOf } from '../../target/routes.ts';

/** A part of an answer, and where in it. */
export type Seen = { value: Record<string, unknown>; pointer: string };

/** One answer of a documented operation, and what it shows. */
export type Sighting = {
  view: ExchangeView;
  status: number;
  route: Route;
  key: string | null;
  /** On the tester's clock; an answer and a request that overlap say nothing of each other's order. */
  began: number;
  ended: number;
  /** Whole Jobs; the items of a list of jobs are apart, since their fields are not shown. */
  jobs: readonly Seen[];
  listedJobs: readonly Seen[];
  assets: readonly Seen[];
  /** With the job that each belongs to. */
  results: readonly (Seen & { job: Seen })[];
};

/** What one look at an answer came to. `held` only where the answer could have broken the rule. */
export type PassiveFinding = { rule: string; outcome: 'held' | 'violated'; mismatches: Mismatch[] };

export type Look = (sighting: Sighting) => readonly PassiveFinding[];

/** A check that remembers is made anew for each instance. */
export type PassiveCheck = { rules: readonly string[]; start(): Look };

/** Null where no answer came, or where the operation is not documented. */
export function sightingOf(exchange: Exchange, key: string | null): Sighting | null {
  const { method, url } = exchange.request;
  const route = routeOf(method, url);
  if (exchange.answer === null || route === null) return null;
  const view = viewOf(exchange);
  const { status } = exchange.answer;
  const jobs = showsJob(route.name, status) ? seen(view.body, '/body') : [];
  return {
    view,
    status,
    route,
    key,
    began: exchange.at,
    ended: exchange.at + exchange.took,
    jobs,
    listedJobs: route.name === 'job-list' && status === 200 ? itemsOf(view.body, 'data', '/body') : [],
    assets: assetsOf(route.name, status, view.body),
    results: jobs.flatMap((job) => resultsOf(job).map((result) => ({ ...result, job }))),
  };
}

/** Held where nothing is wrong. */
export function finding(rule: string, mismatches: readonly Mismatch[]): PassiveFinding {
  return { rule, outcome: mismatches.length === 0 ? 'held' : 'violated', mismatches: [...mismatches] };
}

/** The maps among the elements of a list. */
export function itemsOf(value: unknown, name: string, pointer: string): Seen[] {
  const list = isMap(value) ? value[name] : null;
  if (!Array.isArray(list)) return [];
  return list.flatMap((item, index) => seen(item, `${pointer}/${name}/${index}`));
}

export function seen(value: unknown, pointer: string): Seen[] {
  return isMap(value) ? [{ value, pointer }] : [];
}

export function isDatetime(value: unknown): boolean {
  return WORDS['datetime']?.holds({ value, pointer: '' }) ?? false;
}

export const UNDER_WAY: readonly unknown[] = ['queued', 'running'];

function showsJob(route: RouteName, status: number): boolean {
  if (route === 'job') return status === 200;
  return ['submit', 'submit-hair', 'cancel'].includes(route) && (status === 200 || status === 202);
}

function assetsOf(route: RouteName, status: number, body: unknown): Seen[] {
  if (route === 'upload' && (status === 200 || status === 201)) return seen(body, '/body');
  if (status !== 200) return [];
  if (route === 'asset-list') return itemsOf(body, 'data', '/body');
  return route === 'asset' ? seen(body, '/body') : [];
}

/** Only of the outputs that are described: an unknown type may have whatever it likes. */
function resultsOf({ value: job, pointer }: Seen): Seen[] {
  const { output } = job;
  if (!isMap(output)) return [];
  const { type } = output;
  if (type === 'skin.analysis') return itemsOf(output, 'visualizations', `${pointer}/output`);
  return type === 'makeup.try_on' || type === 'hair.try_on' ? seen(output['image'], `${pointer}/output/image`) : [];
}
