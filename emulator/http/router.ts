import { ROUTES } from '../domain/routes.ts';
import { type FoundRow, pathTable } from '../domain/values/path-table.ts';
import { HANDLERS } from './handlers.ts';
import type { Route } from './request.ts';

/** The result of a lookup; the route is null if the path or its method is unknown. */
export type Found = { route: Route | null; id: string };

/** Built on first use, because the handlers import each other. */
let find: ((method: string, path: string) => FoundRow<Route> | null) | null = null;

export function findRoute(method: string, path: string): Found {
  find ??= pathTable(Object.values(ROUTES).map((facts): Route => ({ ...facts, handle: HANDLERS[facts.id] })));
  const found = find(method, path);
  return { route: found?.row ?? null, id: found?.ids[0] ?? '' };
}
