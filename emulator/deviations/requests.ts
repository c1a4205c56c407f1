import type { RequestFacts } from '../world/edges.ts';
import type { Passing, Seams } from './deviation.ts';
import type { Loose } from './edits.ts';

/** The words in which a deviation has a request handled as another one. */

type RequestEdit = (request: RequestFacts, passing: Passing) => RequestFacts;
type Pairs = RequestFacts['query'];

export function asked(routes: string | readonly string[], ...edits: RequestEdit[]): NonNullable<Seams['request']> {
  const meant = [routes].flat();
  return (request, passing) => {
    if (passing.route === null || !meant.includes(passing.route)) return request;
    return edits.reduce((edited, edit) => edit(edited, passing), request);
  };
}

/** Has rules know for which route they decide: `memory.get('route')`. */
export const noteRoute: NonNullable<Seams['request']> = (request, { memory, route }) => {
  if (memory.get('route') !== route) memory.set('route', route);
  return request;
};

export function query(change: (pairs: Pairs, passing: Passing) => Pairs): RequestEdit {
  return (request, passing) => ({ ...request, query: change(request.query, passing) });
}

/** Reads one parameter as another value, or (null) passes it over. */
export function parameter(name: string, change: (value: string) => string | null): RequestEdit {
  return query((pairs) =>
    pairs.flatMap(([each, value]): [string, string][] => {
      const changed = each === name ? change(value) : value;
      return changed === null ? [] : [[each, changed]];
    }),
  );
}

/** Reads one header as another value, or (null) passes it over. */
export function sent(
  name: string,
  change: (value: string | undefined, passing: Passing) => string | null,
): RequestEdit {
  return (request, passing) => {
    const { [name]: was, ...others } = request.headers;
    const value = change(was, passing);
    return { ...request, headers: value === null ? others : { ...others, [name]: value } };
  };
}

/** Reads a JSON body as another one; what is no JSON stays as it is. */
export function json(change: (body: Loose, passing: Passing) => unknown): RequestEdit {
  return (request, passing) => {
    const was = parsed(request.body);
    if (was === undefined) return request;
    const before = JSON.stringify(was);
    const made = change(was, passing);
    const after = JSON.stringify(made === undefined ? was : made);
    return after === before ? request : { ...request, body: Buffer.from(after) };
  };
}

export function parsed(content: Uint8Array | null): Loose {
  try {
    return content === null ? undefined : JSON.parse(Buffer.from(content).toString());
  } catch {
    return undefined;
  }
}
