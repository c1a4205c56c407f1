import { ROUTES, type RouteName } from '../suite/vocabulary.ts';

export type Route = { name: RouteName; id: string | null };

const NAMES = Object.keys(ROUTES) as RouteName[];
const PATTERNS = NAMES.flatMap((name) =>
  ROUTES[name].map((line) => {
    const [method = '', path = ''] = line.split(' ');
    return { name, method, pattern: new RegExp(`^${path.replace(/\{\w+\}/, '([A-Za-z0-9_-]+)')}$`) };
  }),
);

/** Whether a request submits a job. */
export function isSubmission(method: string, url: string): boolean {
  return routeOf(method, url)?.name.startsWith('submit') ?? false;
}

/** The operation of a request; null for a path that is not documented, to whose answers no rule applies. */
export function routeOf(method: string, url: string): Route | null {
  const path = url.replace(/[?#].*$/s, '');
  for (const { name, method: own, pattern } of PATTERNS) {
    const match = own === method ? pattern.exec(path) : null;
    if (match !== null) return { name, id: match[1] ?? null };
  }
  return null;
}
