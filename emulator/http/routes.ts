import type { Feature } from '../domain/vocabulary.ts';
import type { BlobStore, Images } from '../world/ports.ts';
import { deleteAsset, readAsset, readAssetContent, uploadAsset } from './assets.ts';
import { cancelJob, deleteJob, readJob } from './jobs.ts';
import { listAssets, listJobs } from './lists.ts';
import { readBalance, readUsage } from './reports.ts';
import type { Handler } from './request.ts';
import { submitJob } from './submissions.ts';

export type Route = {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** As faults and the journal name it: `GET /v1/jobs/:id`. */
  name: string;
  /** What an account must have for the route to be there (spec 1). */
  feature: Feature | null;
  handle: Handler;
};

/** Section 4, whole: every path that is served. */
export function apiRoutes({ images, blobs }: { images: Images; blobs: BlobStore }): Route[] {
  return [
    route('POST', '/v1/assets', null, uploadAsset(images, blobs)),
    route('GET', '/v1/assets', 'lists', listAssets),
    route('GET', '/v1/assets/:id', null, readAsset),
    route('GET', '/v1/assets/:id/content', null, readAssetContent(blobs)),
    route('DELETE', '/v1/assets/:id', 'delete', deleteAsset),
    route('POST', '/v1/skin/analyses', null, submitJob('skin.analyze')),
    route('POST', '/v1/makeup/try-ons', null, submitJob('makeup.apply')),
    route('POST', '/v1/hair/try-ons', null, submitJob('hair.try_on')),
    route('GET', '/v1/jobs/:id', null, readJob),
    route('GET', '/v1/jobs', 'lists', listJobs),
    route('POST', '/v1/jobs/:id/cancel', 'cancel', cancelJob),
    route('DELETE', '/v1/jobs/:id', 'delete', deleteJob),
    route('GET', '/v1/usage', null, readUsage),
    route('GET', '/v1/credits/balance', 'credits', readBalance),
  ];
}

/** The routes as faults and the journal name them. */
export function routeNames(parts: { images: Images; blobs: BlobStore }): string[] {
  return apiRoutes(parts).map(({ name }) => name);
}

function route(method: Route['method'], path: string, feature: Feature | null, handle: Handler): Route {
  return { method, path, name: `${method} ${path}`, feature, handle };
}
