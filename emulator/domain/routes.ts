import { pathTable } from './values/path-table.ts';
import type { Feature, Operation } from './vocabulary.ts';

export type RouteFacts = {
  id: RouteId;
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** The name in faults and in the journal, such as `GET /v1/jobs/:id`. */
  name: string;
  /** The feature that an account needs to have this route (spec 1). */
  feature: Feature | null;
  /** The operation that a submission to this route requests (spec 4.2). */
  submits: Operation | null;
};

type Row = Pick<RouteFacts, 'method' | 'path'> & Partial<Pick<RouteFacts, 'feature' | 'submits'>>;

/** All endpoints of section 4, under their names in code and in the OpenAPI document. Paths are defined only here. */
const ROWS = {
  uploadAsset: { method: 'POST', path: '/v1/assets' },
  listAssets: { method: 'GET', path: '/v1/assets', feature: 'lists' },
  readAsset: { method: 'GET', path: '/v1/assets/:id' },
  downloadAsset: { method: 'GET', path: '/v1/assets/:id/content' },
  deleteAsset: { method: 'DELETE', path: '/v1/assets/:id', feature: 'delete' },
  analyzeSkin: { method: 'POST', path: '/v1/skin/analyses', submits: 'skin.analyze' },
  tryOnMakeup: { method: 'POST', path: '/v1/makeup/try-ons', submits: 'makeup.apply' },
  tryOnHairColor: { method: 'POST', path: '/v1/hair/try-ons', submits: 'hair.try_on' },
  readJob: { method: 'GET', path: '/v1/jobs/:id' },
  listJobs: { method: 'GET', path: '/v1/jobs', feature: 'lists' },
  cancelJob: { method: 'POST', path: '/v1/jobs/:id/cancel', feature: 'cancel' },
  deleteJob: { method: 'DELETE', path: '/v1/jobs/:id', feature: 'delete' },
  readUsage: { method: 'GET', path: '/v1/usage' },
  readCreditBalance: { method: 'GET', path: '/v1/credits/balance', feature: 'credits' },
} as const satisfies Record<string, Row>;

export type RouteId = keyof typeof ROWS;

export const ROUTES = Object.fromEntries(
  (Object.entries(ROWS) as [RouteId, Row][]).map(([id, { feature = null, submits = null, ...row }]) => [
    id,
    { id, name: `${row.method} ${row.path}`, feature, submits, ...row },
  ]),
) as { readonly [Id in RouteId]: RouteFacts & (typeof ROWS)[Id] };

/** The path of one resource, such as `/v1/jobs/job_01`. */
export function pathTo(route: RouteId, id: string): string {
  return ROUTES[route].path.replace(':id', id);
}

const TABLE = pathTable<RouteFacts>(Object.fromEntries(Object.values(ROUTES).map((route) => [route.name, route])));

/** The result of a lookup; the route is null if the path or its method is unknown. */
export type Found = { route: RouteFacts | null; id: string };

export function findRoute(method: string, path: string): Found {
  const found = TABLE.find(method, path);
  return { route: found?.row ?? null, id: found?.ids[0] ?? '' };
}

/** The routes of a path, with any method. */
export function routesAt(path: string): RouteFacts[] {
  return TABLE.at(path);
}
