import type * as z from 'zod';
import { nearestWord } from '../../shared/nearest.ts';
import type { CoverageReport } from '../domain/test-control/coverage.ts';
import type { WorldControl } from './world-control.ts';

/** The worlds, as the control API uses them. */
export type WorldDirectory = {
  create(input?: unknown): Promise<WorldControl>;
  list(): WorldControl[];
  remove(name: string): Promise<void>;
  /** Of all of them, those that have ended too. */
  coverage(): Promise<CoverageReport>;
};

/** One control call. The body is not parsed yet: the control that takes it does that. */
export type ControlCall = {
  world: WorldControl;
  worlds: WorldDirectory;
  params: Record<string, string>;
  /** Aborted when the caller has gone before the answer. */
  readonly signal: AbortSignal;
  // biome-ignore lint/suspicious/noExplicitAny: every control parses what it is given
  body: any;
  // biome-ignore lint/suspicious/noExplicitAny: every control parses what it is given
  query: any;
};

export type ControlRoute = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  summary: string;
  status: 200 | 201 | 204;
  body: z.ZodType | null;
  query: z.ZodType | null;
  handle(call: ControlCall): unknown;
};

type Extras = Partial<Pick<ControlRoute, 'status' | 'body' | 'query'>>;

export function route(
  method: ControlRoute['method'],
  path: string,
  summary: string,
  extras: Extras,
  handle: ControlRoute['handle'],
): ControlRoute {
  return { method, path, summary, status: 200, body: null, query: null, ...extras, handle };
}

export function get(path: string, summary: string, handle: ControlRoute['handle'], extras: Extras = {}): ControlRoute {
  return route('GET', path, summary, extras, handle);
}

export function post(path: string, summary: string, extras: Extras, handle: ControlRoute['handle']): ControlRoute {
  return route('POST', path, summary, extras, handle);
}

export function remove(path: string, summary: string, handle: ControlRoute['handle']): ControlRoute {
  return route('DELETE', path, summary, { status: 204 }, handle);
}

/** The path of a route, where it is given by its former name: `/tenants` for `/accounts`. */
export function presentPath(path: string): string {
  return path.replace(/^\/tenants\b/, '/accounts');
}

/** The former path of a route, which means the same; null where it has none. */
export function formerPath(path: string): string | null {
  return /^\/accounts\b/.test(path) ? path.replace('/accounts', '/tenants') : null;
}

/** The calls that may have been meant by one that is not there: by its path, or by the one most like it. */
export function nearestCalls(method: string, path: string, routes: readonly ControlRoute[]): string[] {
  const given = path.split('/');
  const calls = routes.map((one) => {
    const parts = one.path.split('/').map((part, index) => (part.startsWith(':') ? (given[index] ?? part) : part));
    return { method: one.method, name: `${one.method} ${one.path}`, path: parts.join('/') };
  });
  const nearest = nearestWord(
    path,
    calls.map((call) => call.path),
  );
  const meant = calls.filter((call) => call.path === nearest);
  const same = meant.filter((call) => call.method === method);
  return (same.length > 0 ? same : meant).map(({ name }) => name);
}
