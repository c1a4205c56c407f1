import type { Of } from '../../sessions/operation.ts';
import { mapIn } from './views.ts';

type Item = Readonly<Record<string, unknown>>;

/** What a list says about itself, whatever else is in it (spec 4.1, 4.3). What the list of jobs looks like is left open. */
export function listedFacts({ thing, query }: Of<'list' | 'next page'>, items: readonly unknown[]): Item {
  const all = items.map(mapIn);
  const inOrder = { 'in order': all.every((item, index) => isBefore(thing, item, all[index + 1])) };
  if (thing === 'jobs') return inOrder;
  const { purpose } = query;
  return {
    ...inOrder,
    'of another purpose': all.filter((item) => purpose !== undefined && item['purpose'] !== purpose).length,
    'with an href': all.filter((item) => 'href' in item).length,
  };
}

/** Newest first, and of one instant, as it is written, the assets by id from the greatest on. */
function isBefore(thing: 'assets' | 'jobs', one: Item, next: Item | undefined): boolean {
  if (next === undefined) return true;
  const [first, second] = [one['created_at'], next['created_at']];
  if (first === second) return thing === 'jobs' || String(one['id']) > String(next['id']);
  const [later, earlier] = [Date.parse(String(first)), Date.parse(String(second))];
  return !(later < earlier);
}
