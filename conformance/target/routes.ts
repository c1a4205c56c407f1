/** The documented operations. */
export type RouteName =
  | 'upload'
  | 'asset-list'
  | 'asset'
  | 'content'
  | 'asset-delete'
  | 'submit'
  | 'submit-hair'
  | 'job'
  | 'job-list'
  | 'cancel'
  | 'job-delete'
  | 'usage'
  | 'balance';

export type Route = { name: RouteName; id: string | null };

const ID = '([A-Za-z0-9_-]+)';
const ROUTES: readonly (readonly [method: string, path: RegExp, name: RouteName])[] = [
  ['POST', /^\/v1\/assets$/, 'upload'],
  ['GET', /^\/v1\/assets$/, 'asset-list'],
  ['GET', new RegExp(`^/v1/assets/${ID}$`), 'asset'],
  ['DELETE', new RegExp(`^/v1/assets/${ID}$`), 'asset-delete'],
  ['GET', new RegExp(`^/v1/assets/${ID}/content$`), 'content'],
  ['POST', /^\/v1\/(?:skin\/analyses|makeup\/try-ons)$/, 'submit'],
  ['POST', /^\/v1\/hair\/try-ons$/, 'submit-hair'],
  ['GET', new RegExp(`^/v1/jobs/${ID}$`), 'job'],
  ['GET', /^\/v1\/jobs$/, 'job-list'],
  ['POST', new RegExp(`^/v1/jobs/${ID}/cancel$`), 'cancel'],
  ['DELETE', new RegExp(`^/v1/jobs/${ID}$`), 'job-delete'],
  ['GET', /^\/v1\/usage$/, 'usage'],
  ['GET', /^\/v1\/credits\/balance$/, 'balance'],
];

/** Whether a request submits a job. */
export function isSubmission(method: string, url: string): boolean {
  return routeOf(method, url)?.name.startsWith('submit') ?? false;
}

/** The operation of a request; null for a path that is not documented, to whose answers no rule applies. */
export function routeOf(method: string, url: string): Route | null {
  const path = url.replace(/[?#].*$/s, '');
  for (const [of, pattern, name] of ROUTES) {
    const match = of === method ? pattern.exec(path) : null;
    if (match !== null) return { name, id: match[1] ?? null };
  }
  return null;
}
