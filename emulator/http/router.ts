import { RegExpRouter } from 'hono/router/reg-exp-router';
import { tryDecodeURIComponent } from 'hono/utils/url';
import { ROUTES } from '../domain/routes.ts';
import { HANDLERS } from './handlers.ts';
import type { Route } from './request.ts';

/** What a path leads to; no route where it is unknown, or where its method is. */
export type Found = { route: Route | null; id: string };

const NOTHING: Found = { route: null, id: '' };

/** The same for all emulators of a process: to build it takes as long as many requests. */
let router: RegExpRouter<Route> | null = null;

/** Finds the route of a request, as an app of Hono's would. */
export function findRoute(method: string, path: string): Found {
  router ??= buildRouter();
  // RFC 9110, 9.3.2: HEAD is a GET whose answer has no body.
  const [[first], values] = router.match(method === 'HEAD' ? 'GET' : method, path);
  if (first === undefined) return NOTHING;
  const [route, { id: at }] = first;
  const id = typeof at === 'number' ? values?.[at] : at;
  return { route, id: tryDecodeURIComponent(id ?? '') };
}

function buildRouter(): RegExpRouter<Route> {
  const built = new RegExpRouter<Route>();
  for (const route of Object.values(ROUTES))
    built.add(route.method, route.path, { ...route, handle: HANDLERS[route.id] });
  return built;
}
