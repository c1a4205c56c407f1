import { RegExpRouter } from 'hono/router/reg-exp-router';
import { tryDecodeURIComponent } from 'hono/utils/url';
import { ROUTES, type RouteId } from '../domain/routes.ts';
import type { Handler, Route } from './request.ts';

/** What a path leads to; no route where it is unknown, or where its method is. */
export type Found = { route: Route | null; id: string };
export type Router = (method: string, path: string) => Found;

const NOTHING: Found = { route: null, id: '' };

/** Finds the route of a request, as an app of Hono's would. */
export function createRouter(handlers: Readonly<Record<RouteId, Handler>>): Router {
  const router = new RegExpRouter<Route>();
  for (const route of Object.values(ROUTES))
    router.add(route.method, route.path, { ...route, handle: handlers[route.id] });
  return (method, path) => {
    // RFC 9110, 9.3.2: HEAD is a GET whose answer has no body.
    const [[first], values] = router.match(method === 'HEAD' ? 'GET' : method, path);
    if (first === undefined) return NOTHING;
    const [route, { id: at }] = first;
    const id = typeof at === 'number' ? values?.[at] : at;
    return { route, id: tryDecodeURIComponent(id ?? '') };
  };
}
