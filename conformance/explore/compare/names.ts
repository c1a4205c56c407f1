import type { Operation } from '../../sessions/operation.ts';
import { stepId } from '../../sessions/write/places-in-steps.ts';
import type { Played } from '../play-session.ts';
import { viewIn } from './views.ts';

/** What a session calls the things of a server, by their ids: the same things have the same names on both sides. */
export type Names = ReadonlyMap<string, string>;

export function namesIn(operations: readonly Operation[], played: Played): Names {
  const names = new Map<string, string>();
  const name = (id: unknown, text: string) => {
    if (typeof id === 'string' && !names.has(id)) names.set(id, text);
  };
  for (const operation of operations) {
    const view = viewIn(played.seen.get(stepId(operation.nth)));
    if (view === null) continue;
    const { id } = Object(view.body) as { id?: unknown };
    if (operation.does === 'upload') name(id, `asset ${operation.nth}`);
    if (operation.does === 'submit' && operation.claim === operation.nth) name(id, `job ${operation.nth}`);
    const results = resultsIn(view.body);
    for (const result of results) name(result.id, `${result.role ?? 'image'} of ${names.get(String(id)) ?? 'a job'}`);
  }
  return names;
}

export type Result = { id?: unknown; role?: unknown; size_bytes?: unknown };

/** The pictures that a Job shows. */
export function resultsIn(body: unknown): Result[] {
  const { output } = Object(body) as { output?: unknown };
  const { image, visualizations } = Object(output) as { image?: unknown; visualizations?: unknown };
  if (Array.isArray(visualizations)) return visualizations.filter((one) => typeof one === 'object' && one !== null);
  return typeof image === 'object' && image !== null ? [{ ...image, role: 'image' }] : [];
}
