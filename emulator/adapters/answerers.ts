import type { WallClock } from '../world/ports.ts';
import type { Service } from '../world/wire.ts';

/** An app of Hono's. */
export type App = { fetch(request: Request): Response | Promise<Response> };

/** What answers requests, however they come. */
export type Answerers = {
  service: Service;
  /** What answers the paths below another one in the service's place. It is loaded with the first request for it. */
  beside: { below: string; load(): Promise<App> } | null;
  wall: WallClock;
};

/** What answers a path in the service's place; null where it is the service's. */
export function besideAt({ beside }: Answerers, path: string): Answerers['beside'] {
  return beside !== null && `${path}/`.startsWith(`${beside.below}/`) ? beside : null;
}
