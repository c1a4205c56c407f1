import { ApiError } from '../domain/errors.ts';
import { type Found, findRoute, routesAt } from '../domain/routes.ts';
import type { WorldHost } from '../runtime/world-host.ts';
import type { RoutedRequest } from './request.ts';

/** The route of a request in a world, and the path that was looked up. */
export function findIn({ world: { rules } }: WorldHost, method: string, sent: string): Found & { path: string } {
  const path = rules.pathOf(sent);
  const { route, id } = findRoute(method, path);
  return route === null || rules.isServed(route) ? { route, id, path } : { route: null, id: '', path };
}

/**
 * Readings 21 and 22: unknown paths are answered without checking the key, and a method that a path does not have is
 * unknown too.
 */
export function unknownPath({ world: { rules } }: WorldHost, { path }: RoutedRequest): ApiError {
  const because = { rule: 'PATH-404', section: '7', compared: { path } };
  return new ApiError('path_not_found', {
    because,
    about: routesAt(path).some(rules.isServed) ? 'wrong_method' : null,
  });
}
