import type { Feature } from '../domain/vocabulary.ts';

export type RouteFacts = {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** As faults and the journal name it: `GET /v1/jobs/:id`. */
  name: RouteName;
  /** What an account must have for the route to be there (spec 1). */
  feature: Feature | null;
};

export type RouteName = keyof typeof FEATURE_OF;

/** Section 4, whole: every path that is served, and the feature that it belongs to. */
const FEATURE_OF = {
  'POST /v1/assets': null,
  'GET /v1/assets': 'lists',
  'GET /v1/assets/:id': null,
  'GET /v1/assets/:id/content': null,
  'DELETE /v1/assets/:id': 'delete',
  'POST /v1/skin/analyses': null,
  'POST /v1/makeup/try-ons': null,
  'POST /v1/hair/try-ons': null,
  'GET /v1/jobs/:id': null,
  'GET /v1/jobs': 'lists',
  'POST /v1/jobs/:id/cancel': 'cancel',
  'DELETE /v1/jobs/:id': 'delete',
  'GET /v1/usage': null,
  'GET /v1/credits/balance': 'credits',
} as const satisfies Record<string, Feature | null>;

export const ROUTE_TABLE: readonly RouteFacts[] = (Object.keys(FEATURE_OF) as RouteName[]).map((name) => {
  const [method, path = ''] = name.split(' ') as [RouteFacts['method'], string];
  return { method, path, name, feature: FEATURE_OF[name] };
});
