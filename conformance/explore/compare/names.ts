import type { ExchangeView } from '../../effects/http/view.ts';
import type { Operation } from '../../sessions/operation.ts';
import { stepId } from '../../sessions/write/places-in-steps.ts';
import type { Played, Seen } from '../play-session.ts';

/**
 * The names of a server's things in a session, by their ids. Corresponding things have the same names on both sides.
 */
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

type Result = { id?: unknown; role?: unknown; size_bytes?: unknown };

/** Returns the pictures in a Job. */
export function resultsIn(body: unknown): Result[] {
  const { output } = Object(body) as { output?: unknown };
  const { image, visualizations } = Object(output) as { image?: unknown; visualizations?: unknown };
  if (Array.isArray(visualizations)) return visualizations.filter((one) => typeof one === 'object' && one !== null);
  return typeof image === 'object' && image !== null ? [{ ...image, role: 'image' }] : [];
}

/** Returns when each thing was made, according to the first answer about it. */
export function bornIn(operations: readonly Operation[], { seen }: Played, names: Names): ReadonlyMap<string, string> {
  const born = new Map<string, string>();
  for (const { nth } of operations) {
    const { id, created_at } = mapIn(viewIn(seen.get(stepId(nth)))?.body);
    const name = names.get(String(id));
    if (name !== undefined && typeof created_at === 'string' && !born.has(name)) born.set(name, created_at);
  }
  return born;
}

/** Returns the answer that a step saw (the last of a poll); null if it saw something else, or nothing. */
export function viewIn(seen: Seen | undefined): ExchangeView | null {
  const subject = seen?.subject;
  return typeof subject === 'object' && subject !== null && 'status' in subject ? (subject as ExchangeView) : null;
}

export function mapIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
