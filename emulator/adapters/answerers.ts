import type { WallClock } from '../world/ports.ts';
import type { Service, WireRequest } from '../world/wire.ts';

/** An app of Hono's. */
export type App = { fetch(request: Request): Response | Promise<Response> };

/** What answers requests, however they come. */
export type Answerers = {
  service: Service;
  /** What answers the paths below another one in the service's place. It is loaded with the first request for it. */
  beside: { below: string; load(): Promise<App> } | null;
  wall: WallClock;
};

/** What answers a request in the service's place; null if it is the service's. */
export function besideAt({ beside }: Answerers, request: Asked): Answerers['beside'] {
  if (beside === null) return null;
  return isBelow(beside.below, request.path) || isHomeInBrowser(request) ? beside : null;
}

function isBelow(above: string, path: string): boolean {
  return path.startsWith(above) && (path.length === above.length || path[above.length] === '/');
}

type Asked = Pick<WireRequest, 'method' | 'path' | 'headers'>;

/** Someone has opened the printed address in a browser. A client of the service asks for no page. */
function isHomeInBrowser({ method, path, headers }: Asked): boolean {
  return path === '/' && method === 'GET' && headers['accept']?.includes('text/html') === true;
}
