import { ApiError } from '../domain/errors.ts';
import { isKnownPath, ROUTES } from '../domain/routes.ts';
import type { WorldHost } from '../runtime/world-host.ts';
import type { RoutedRequest } from './request.ts';
import { type Found, findRoute } from './router.ts';

/** Where a request leads in a world, and the path that was looked for. */
export function findIn(host: WorldHost, method: string, sent: string): Found & { path: string } {
  const isCut = host.world.settings.readings.trailing_slash === 'same_path' && sent !== '/';
  const path = isCut ? sent.replace(/\/$/, '') : sent;
  if (isAbsent(host, path)) return { route: null, id: '', path };
  const { route, id } = findRoute(method, path);
  return { route, id, path };
}

/** Spec 4.2: the hair try-on is a draft, and need not be there. */
function isAbsent({ world }: WorldHost, path: string): boolean {
  return world.settings.readings.hair_endpoint === 'absent' && path === ROUTES.tryOnHairColor.path;
}

/** Reading 21 and 22: the key does not matter where nothing is, and a method that a path does not have is nothing. */
export function unknownPath(host: WorldHost, { path }: RoutedRequest): ApiError {
  const because = { rule: 'PATH-404', section: '7', compared: { path } };
  const isKnown = isKnownPath(path) && !isAbsent(host, path);
  return new ApiError('path_not_found', { because, about: isKnown ? 'wrong_method' : null });
}
