import { remembered } from '../../shared/remembered.ts';
import { asSegment } from '../suite/expression/percent-encoding.ts';
import { ROUTES, type RouteName } from '../suite/vocabulary.ts';

/** Spec 2: ids have no specified form, so they may contain any characters. `id` is the decoded segment. */

export type Route = { name: RouteName; id: string | null };

const NAMES = Object.keys(ROUTES) as RouteName[];
const PATTERNS = NAMES.flatMap((name) =>
  ROUTES[name].map((line) => {
    const [method = '', path = ''] = line.split(' ');
    return { name, method, pattern: new RegExp(`^${path.replace(/\{\w+\}/, '([^/]+)')}$`) };
  }),
);

export function jobPath(id: string): string {
  return `/v1/jobs/${asSegment(id)}`;
}

export function assetPath(id: string): string {
  return `/v1/assets/${asSegment(id)}`;
}

/** Returns whether a request submits a job. */
export function isSubmission(method: string, url: string): boolean {
  return routeOf(method, url)?.name.startsWith('submit') ?? false;
}

/** Returns the operation of a request; null for an undocumented path, whose answers are not subject to any rule. */
export function routeOf(method: string, url: string): Route | null {
  return routeOfLine(`${method} ${url}`);
}

/** It is called several times for each request. */
const routeOfLine = remembered((line): Route | null => {
  const [method = ''] = line.split(' ', 1);
  const path = line.slice(method.length + 1).replace(/[?#].*$/s, '');
  for (const { name, method: own, pattern } of PATTERNS) {
    const match = own === method ? pattern.exec(path) : null;
    if (match === null) continue;
    const [, segment = null] = match;
    const id = segment === null ? null : idIn(segment);
    return segment !== null && id === null ? null : { name, id };
  }
  return null;
}, 1_000);

/** Returns null if the segment is invalid in a URL: the answer may not come from the service itself. */
function idIn(segment: string): string | null {
  try {
    const id = decodeURIComponent(segment);
    return /^\.{1,2}$|\p{Cc}/u.test(id) ? null : id;
  } catch {
    return null;
  }
}
