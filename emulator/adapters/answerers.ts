import type { WallClock } from '../world/ports.ts';
import type { Service, WireRequest } from '../world/wire.ts';

export type App = { fetch(request: Request): Response | Promise<Response> };

export type Answerers = {
  service: Service;
  /** Answers the paths below another one instead of the service. Loaded with the first request for it. */
  beside: { below: string; load(): Promise<App> } | null;
  wall: WallClock;
};

/** The handler of a request other than the service; null if the service handles it. */
export function besideAt({ beside }: Answerers, request: Asked): Answerers['beside'] {
  if (beside === null) return null;
  return isBelow(beside.below, request.path) || isHomeInBrowser(request) ? beside : null;
}

function isBelow(above: string, path: string): boolean {
  return path.startsWith(above) && (path.length === above.length || path[above.length] === '/');
}

type Asked = Pick<WireRequest, 'method' | 'path' | 'headers'>;

/** The printed address was opened in a browser. Clients of the service never request this page. */
function isHomeInBrowser({ method, path, headers }: Asked): boolean {
  return path === '/' && method === 'GET' && headers['accept']?.includes('text/html') === true;
}
