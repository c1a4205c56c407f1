import type { Context, Hono } from 'hono';
import type { WorldHost } from '../../runtime/world-host.ts';
import type { WorldControl } from '../world-control.ts';
import { harOf } from './har.ts';
import { pictureOf } from './job-story.ts';
import { liveStream } from './live.ts';

type OfCall<Found> = (key: string | undefined, world: string | undefined) => Found;
type RawParts = { hostFor: OfCall<WorldHost>; worldFor: OfCall<WorldControl>; version: string };

/** The calls whose answers have a form of their own: the pictures of jobs, the stream of what happens, and the journal as HAR. */
export function serveRaw(app: Hono, { hostFor, worldFor, version }: RawParts): void {
  const hostOf = (context: Context) => hostFor(context.req.header('x-api-key'), context.req.header('emulator-world'));
  app.get('/v1/live', (context) => {
    const headers = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' };
    return new Response(liveStream(hostOf(context)), { headers });
  });
  app.get('/v1/journal.har', (context) => {
    const world = worldFor(context.req.header('x-api-key'), context.req.header('emulator-world'));
    const base = new URL(context.req.url).origin;
    return context.json(harOf(world.journal.find(context.req.query()), { base, version }));
  });
  app.get('/v1/jobs/:id/pictures/:name', (context) => {
    const { bytes, mediaType } = pictureOf(hostOf(context), context.req.param('id'), context.req.param('name'));
    const headers = { 'Content-Type': mediaType, 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' };
    return context.body(new Uint8Array(bytes), 200, headers);
  });
}
