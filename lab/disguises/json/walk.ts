import { isMap } from '../../../shared/is-map.ts';

/** A member of a JSON value: its name, or that of the list that it is in, and the names on the way to it. */
export type Place = { name: string; path: readonly string[] };

/** Rebuilds a JSON value from the inside out. What `change` returns replaces the value; undefined removes a member. */
export function walk(
  value: unknown,
  change: (value: unknown, place: Place) => unknown,
  place: Place = { name: '', path: [] },
): unknown {
  const path = [...place.path, place.name];
  if (Array.isArray(value)) {
    const items = value.map((item) => walk(item, change, { name: place.name, path: place.path }));
    return change(items, place);
  }
  if (!isMap(value)) return change(value, place);
  const members = Object.entries(value).flatMap(([name, item]) => {
    const changed = walk(item, change, { name, path });
    return changed === undefined ? [] : [[name, changed]];
  });
  return change(Object.fromEntries(members), place);
}
