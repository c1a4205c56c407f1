import type { Operation } from '../../sessions/operation.ts';
import { stepId } from '../../sessions/write/places-in-steps.ts';
import type { Played } from '../play-session.ts';
import type { Names } from './names.ts';
import { mapIn, viewIn } from './views.ts';

/** When each thing was made, as the first answer about it says. */
export function bornIn(operations: readonly Operation[], { seen }: Played, names: Names): ReadonlyMap<string, string> {
  const born = new Map<string, string>();
  for (const { nth } of operations) {
    const { id, created_at } = mapIn(viewIn(seen.get(stepId(nth)))?.body);
    const name = names.get(String(id));
    if (name !== undefined && typeof created_at === 'string' && !born.has(name)) born.set(name, created_at);
  }
  return born;
}
