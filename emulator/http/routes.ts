import type { BlobStore, Images } from '../world/ports.ts';
import { deleteAsset, readAsset, readAssetContent, uploadAsset } from './assets.ts';
import { cancelJob, deleteJob, readJob } from './jobs.ts';
import { listAssets, listJobs } from './lists.ts';
import { readBalance, readUsage } from './reports.ts';
import type { Handler } from './request.ts';
import { ROUTE_TABLE, type RouteFacts, type RouteName } from './route-table.ts';
import { submitJob } from './submissions.ts';

export type Route = RouteFacts & { handle: Handler };

/** Every path that is served, with what serves it. */
export function apiRoutes(parts: { images: Images; blobs: BlobStore }): Route[] {
  const handlers = handlersOf(parts);
  return ROUTE_TABLE.map((route) => ({ ...route, handle: handlers[route.name] }));
}

function handlersOf({ images, blobs }: { images: Images; blobs: BlobStore }): Record<RouteName, Handler> {
  return {
    'POST /v1/assets': uploadAsset(images, blobs),
    'GET /v1/assets': listAssets,
    'GET /v1/assets/:id': readAsset,
    'GET /v1/assets/:id/content': readAssetContent(blobs),
    'DELETE /v1/assets/:id': deleteAsset,
    'POST /v1/skin/analyses': submitJob('skin.analyze'),
    'POST /v1/makeup/try-ons': submitJob('makeup.apply'),
    'POST /v1/hair/try-ons': submitJob('hair.try_on'),
    'GET /v1/jobs/:id': readJob,
    'GET /v1/jobs': listJobs,
    'POST /v1/jobs/:id/cancel': cancelJob,
    'DELETE /v1/jobs/:id': deleteJob,
    'GET /v1/usage': readUsage,
    'GET /v1/credits/balance': readBalance,
  };
}
