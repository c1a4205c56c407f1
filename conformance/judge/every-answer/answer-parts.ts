import { isMap } from '../../../shared/is-map.ts';
import type { Exchange } from '../../effects/http/exchange.ts';
import { type ExchangeView, viewOf } from '../../effects/http/view.ts';
import type { LookAt } from '../../suite/every-answer/every-answer.ts';
import type { Target } from '../../suite/expectation/finding.ts';
import { elementsOf, memberOf } from '../../suite/expectation/paths.ts';
import type { RouteName } from '../../suite/vocabulary.ts';
import { type Route, routeOf } from '../../target/routes.ts';

export type Answer = {
  /** The view as scenarios see it, with the operation and the name of the key. */
  view: ExchangeView & { route: RouteName; key: string | null };
  status: number;
  route: Route;
  /** The time on the tester's clock. If an answer and a request overlap, their order is unknown. */
  began: number;
  ended: number;
};

/** A part of an answer with its place, the id of the thing it is about, and the Job it belongs to. */
export type Part = Target & { id: unknown; job: unknown };

type Kind = { routes: readonly RouteName[]; of(answer: Answer): Part[] };

const OF_JOBS: readonly RouteName[] = ['submit', 'submit-hair', 'job', 'cancel'];

/** How to find each kind of part, and the operations whose answers may contain it; none means all. */
export const KINDS: Readonly<Record<LookAt, Kind>> = {
  answers: { routes: [], of: (answer) => [{ value: answer.view, pointer: '', id: jobIn(answer), job: undefined }] },
  jobs: { routes: OF_JOBS, of: jobsIn },
  current_jobs: { routes: OF_JOBS, of: (answer) => (isReplay(answer) ? [] : jobsIn(answer)) },
  listed_jobs: { routes: ['job-list'], of: (answer) => itemsIn(answer).map((item) => ({ ...item, job: item.value })) },
  results: { routes: OF_JOBS, of: (answer) => jobsIn(answer).flatMap(resultsOf) },
  assets: { routes: ['upload', 'asset', 'asset-list'], of: assetsIn },
  errors: { routes: [], of: ({ view, status }) => (status < 400 ? [] : maps([memberOf(bodyOf(view), 'error')])) },
};

/** Returns null if no answer arrived, or if the operation is not documented. */
export function answerOf(exchange: Exchange, key: string | null): Answer | null {
  const { method, url } = exchange.request;
  const route = exchange.answer === null ? null : routeOf(method, url);
  if (exchange.answer === null || route === null) return null;
  const view = { ...viewOf(exchange), route: route.name, key };
  return { view, status: exchange.answer.status, route, began: exchange.at, ended: exchange.at + exchange.took };
}

function bodyOf({ body }: Answer['view']): Target {
  return { value: body, pointer: '/body' };
}

function jobsIn({ view, status, route }: Answer): Part[] {
  const isShown = status === 200 || (status === 202 && route.name !== 'job');
  return isShown ? maps([bodyOf(view)]).map((job) => ({ ...job, job: job.value })) : [];
}

/** Reading 19: a replay of the submission may contain the state of the first answer. */
function isReplay({ status, route }: Answer): boolean {
  return status === 200 && route.name.startsWith('submit');
}

/** Returns the job in an answer, or the job that a 304 stands for. */
function jobIn(answer: Answer): unknown {
  const { status, route } = answer;
  if (route.name === 'job' && (status === 304 || status === 200)) return route.id;
  return OF_JOBS.includes(route.name) ? jobsIn(answer)[0]?.id : undefined;
}

/** Returns only outputs of documented types: an unknown type may contain anything. */
function resultsOf({ value, pointer, job }: Part): Part[] {
  const output = memberOf({ value, pointer }, 'output');
  const { value: type } = memberOf(output, 'type');
  const named = type === 'makeup.try_on' || type === 'hair.try_on' ? [memberOf(output, 'image')] : [];
  const results = type === 'skin.analysis' ? listIn(output, 'visualizations') : named;
  return maps(results).map((result) => ({ ...result, job }));
}

function assetsIn(answer: Answer): Part[] {
  const { view, status, route } = answer;
  // Reading 1: the success status of an upload is not specified.
  const isShown = status === 200 || (route.name === 'upload' && status >= 200 && status < 300);
  if (!isShown) return [];
  return route.name === 'asset-list' ? itemsIn(answer) : maps([bodyOf(view)]);
}

function itemsIn({ view, status }: Answer): Part[] {
  return status === 200 ? maps(listIn(bodyOf(view), 'data')) : [];
}

function listIn(target: Target, name: string): Target[] {
  const { value, pointer } = memberOf(target, name);
  return Array.isArray(value) ? elementsOf(value, pointer) : [];
}

function maps(targets: readonly Target[]): Part[] {
  return targets.flatMap(({ value, pointer }) =>
    isMap(value) ? [{ value, pointer, id: value['id'], job: undefined }] : [],
  );
}
