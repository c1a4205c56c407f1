import { tryDecodeURIComponent } from 'hono/utils/url';
import { ROUTES } from '../domain/routes.ts';
import { HANDLERS } from './handlers.ts';
import type { Route } from './request.ts';

/** The result of a lookup; the route is null if the path or its method is unknown. */
export type Found = { route: Route | null; id: string };

/** A path with an id in it. */
type Around = { before: string; after: string; route: Route };

/** The routes of one method: those with a fixed path, and those with an id. */
type Table = { whole: Map<string, Found>; around: Around[] };

const NOTHING: Found = { route: null, id: '' };

/** Built on first use, because the handlers import each other. */
let tables: Map<string, Table> | null = null;

/** Finds the route of a request. A general-purpose router took three times as long for these few paths. */
export function findRoute(method: string, path: string): Found {
  tables ??= tablesOf();
  // RFC 9110, 9.3.2: HEAD is a GET whose answer has no body.
  const table = tables.get(method === 'HEAD' ? 'GET' : method);
  if (table === undefined) return NOTHING;
  const found = table.whole.get(path);
  if (found !== undefined) return found;
  for (const { before, after, route } of table.around) {
    const id = idBetween(path, before, after);
    if (id !== null) return { route, id: id.includes('%') ? tryDecodeURIComponent(id) : id };
  }
  return NOTHING;
}

/** The segment between two parts of a path; null if the path does not match. */
function idBetween(path: string, before: string, after: string): string | null {
  if (!path.startsWith(before) || !path.endsWith(after)) return null;
  const end = path.length - after.length;
  if (end <= before.length) return null;
  const slash = path.indexOf('/', before.length);
  return slash === -1 || slash >= end ? path.slice(before.length, end) : null;
}

function tablesOf(): Map<string, Table> {
  const made = new Map<string, Table>();
  for (const facts of Object.values(ROUTES)) {
    const route: Route = { ...facts, handle: HANDLERS[facts.id] };
    const table: Table = made.get(route.method) ?? { whole: new Map(), around: [] };
    made.set(route.method, table);
    const [before = '', after] = route.path.split(':id');
    if (after === undefined) table.whole.set(route.path, { route, id: '' });
    else table.around.push({ before, after, route });
  }
  return made;
}
