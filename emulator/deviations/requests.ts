import { jsonIn } from '../../shared/json-in.ts';
import type { RouteId } from '../domain/routes.ts';
import type { RequestFacts } from '../world/edges.ts';
import type { AnyJson, Overrides, RequestContext } from './deviation.ts';

export type RequestEdit = (request: RequestFacts, context: RequestContext) => RequestFacts;

export function asked(
  routes: RouteId | readonly RouteId[],
  ...edits: RequestEdit[]
): NonNullable<Overrides['request']> {
  const meant = [routes].flat();
  return (request, context) => {
    if (context.route === null || !meant.includes(context.route)) return request;
    return edits.reduce((edited, edit) => edit(edited, context), request);
  };
}

/** Stores the route, so that rules can read it: `memory.get('route')`. */
export const noteRoute: NonNullable<Overrides['request']> = (request, { memory, route }) => {
  if (memory.get('route') !== route) memory.set('route', route);
  return request;
};

/** Replaces the value of a header, or (null) ignores it. */
export function sent(
  name: string,
  change: (value: string | undefined, context: RequestContext) => string | null,
): RequestEdit {
  return (request, context) => {
    const { [name]: was, ...others } = request.headers;
    const value = change(was, context);
    return { ...request, headers: value === null ? others : { ...others, [name]: value } };
  };
}

export function queried(
  routes: RouteId | readonly RouteId[],
  change: (query: RequestFacts['query']) => RequestFacts['query'],
): Pick<Overrides, 'request'> {
  return { request: asked(routes, (request) => ({ ...request, query: change(request.query) })) };
}

export function parsed(content: Uint8Array | null): AnyJson {
  return content === null ? undefined : jsonIn(Buffer.from(content).toString());
}
