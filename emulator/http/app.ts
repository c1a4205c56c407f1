import { Hono } from 'hono';
import { ApiError, errorDetail } from '../domain/errors.ts';
import { mintId } from '../domain/ids.ts';
import type { Readings } from '../domain/readings.ts';
import type { BlobStore, Images } from '../world/ports.ts';
import { type Answer, type Bindings, type HttpContext, json, send } from './answer.ts';
import { authenticate, type KeyRing } from './authenticate.ts';
import { CallerGone } from './body.ts';
import { apiRoutes, type Route } from './routes.ts';

export type AppParts = { ring: KeyRing; images: Images; blobs: BlobStore; onUnexpected(error: unknown): void };

/** The `/v1` of the service: each route asks who calls, makes its answer, and sends it. */
export function createApp(parts: AppParts): Hono<{ Bindings: Bindings }> {
  const app = new Hono<{ Bindings: Bindings }>();
  const refuse = refusals(parts);
  for (const route of apiRoutes(parts)) {
    app.on(route.method, route.path, (context) => answer(parts.ring, route, context, refuse));
  }
  app.notFound((context) => send(context, refuse(new ApiError('path_not_found'))));
  app.onError((error, context) => send(context, refuse(error)));
  return app;
}

function answer(ring: KeyRing, route: Route, context: HttpContext, refuse: (error: unknown) => Answer) {
  try {
    const made = route.handle(authenticate(ring, context, route.feature));
    if (!(made instanceof Promise)) return send(context, made);
    return made.catch(refuse).then((later) => send(context, later));
  } catch (error) {
    return send(context, refuse(error));
  }
}

/** Turns whatever was thrown into the ErrorDetail of section 2.4. What is our own fault is told to us, not to the caller. */
function refusals({ ring, onUnexpected }: AppParts): (error: unknown) => Answer {
  let refused = 0;
  return (thrown) => {
    if (!(thrown instanceof ApiError) && !(thrown instanceof CallerGone)) onUnexpected(thrown);
    const error = thrown instanceof ApiError ? thrown : new ApiError('internal_error');
    const { seed, readings } = ring.defaultHost().world.settings;
    refused += 1;
    return errorAnswer(error, mintId('req', seed, refused), readings);
  };
}

export function errorAnswer(error: ApiError, requestId: string, readings: Readings): Answer {
  const { status, body } = errorDetail(error, requestId, readings);
  const headers: Record<string, string> = {};
  if (error.retryAfterSeconds !== null) headers['Retry-After'] = String(error.retryAfterSeconds);
  return json(status, body, headers);
}
