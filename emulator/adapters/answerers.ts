import type { WallClock } from '../world/ports.ts';
import type { Service, WireRequest } from '../world/wire.ts';

/** Answers the paths below one, instead of the service. Loaded with the first request for it. */
export type Beside = { below: string; load(): Promise<Service> };

export type Answerers = { service: Service; beside: Beside | null; wall: WallClock };

/** The handler of a request other than the service; null if the service handles it. */
export function besideAt({ beside }: Answerers, request: Asked): Beside | null {
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
