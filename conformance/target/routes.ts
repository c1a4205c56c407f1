import { remembered } from '../../shared/remembered.ts';
import { asSegment } from '../suite/expression/percent-encoding.ts';
import { ROUTES, type RouteName } from '../suite/vocabulary.ts';

/** Spec 2: the form of an id is not shown, so that it may have any characters; `id` is what its segment stands for. */

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

/** Whether a request submits a job. */
export function isSubmission(method: string, url: string): boolean {
  return routeOf(method, url)?.name.startsWith('submit') ?? false;
}

/** The operation of a request; null for a path that is not documented, to whose answers no rule applies. */
export function routeOf(method: string, url: string): Route | null {
  return routeOfLine(`${method} ${url}`);
}

/** It is asked several times about each request. */
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

/** Null if the segment is none by the rules of addresses: what answers it need not be the service itself. */
function idIn(segment: string): string | null {
  try {
    const id = decodeURIComponent(segment);
    return /^\.{1,2}$|\p{Cc}/u.test(id) ? null : id;
  } catch {
    return null;
  }
}
