import { Hono } from 'hono';
import type { BlobStore, Images } from '../world/ports.ts';
import type { Bindings, Variables } from './answer.ts';
import { apiRoutes } from './routes.ts';
import { type Service, serve } from './serve.ts';

export type ApiApp = Hono<{ Bindings: Bindings; Variables: Variables }>;

/** The `/v1` of the service. What no route takes is answered as an unknown path. */
export function createApp(parts: Service & { images: Images; blobs: BlobStore }): ApiApp {
  const app: ApiApp = new Hono();
  for (const route of apiRoutes(parts)) app.on(route.method, route.path, (context) => serve(parts, route, context));
  app.notFound((context) => serve(parts, null, context));
  return app;
}
