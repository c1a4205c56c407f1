import { isMap } from '../../../../shared/is-map.ts';
import { structureOf } from '../../facts/structure.ts';
import { isPlainName } from './plain.ts';

/** The values of a body by their paths. A path into the items of a list has one value for each item. */
export type Flat = Map<string, unknown[]>;

/**
 * Flattens a value. An object is kept whole only if it is empty, and a list unless all its items are objects with
 * members.
 */
export function flatten(value: unknown): Flat {
  const found: Flat = new Map();
  walk(value, '', found);
  return found;
}

function walk(value: unknown, path: string, found: Flat): void {
  if (isMap(value) && Object.keys(value).length > 0) walkMembers(value, path === '' ? '' : `${path}.`, found);
  else if (hasObjects(value)) walkItems(value, path, found);
  else if (path !== '') found.set(path, [...(found.get(path) ?? []), value]);
}

function hasObjects(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => isMap(item) && Object.keys(item).length > 0);
}

/** A map whose keys are data has no members with fixed names. */
function walkMembers(value: Record<string, unknown>, before: string, found: Flat): void {
  if (!Object.keys(value).every(isPlainName)) return;
  for (const [name, member] of Object.entries(value)) walk(member, `${before}${name}`, found);
}

function walkItems(items: readonly Record<string, unknown>[], path: string, found: Flat): void {
  for (const item of items) {
    walk(item, `${path}[]`, found);
    if (typeof item['concern'] === 'string') walk(item, `${path}[concern=${item['concern']}]`, found);
  }
}

/** Finds containers that the server has under other names, by their path on the emulator. */
export function renamesIn(server: unknown, twin: unknown, path = ''): Record<string, string> {
  if (Array.isArray(server) && Array.isArray(twin)) return renamesIn(server[0], twin[0], `${path}[]`);
  if (!isMap(server) || !isMap(twin)) return {};
  const lacking = Object.keys(twin).filter((name) => !(name in server));
  const further = Object.keys(server).filter((name) => !(name in twin));
  const pairs = Object.keys(twin).flatMap((name): [string, string][] => {
    if (name in server) return [[name, name]];
    const form = structureOf(twin[name]);
    const alike = further.filter((other) => structureOf(server[other]) === form);
    const rivals = lacking.filter((other) => structureOf(twin[other]) === form);
    const [only] = alike;
    return form !== '' && alike.length === 1 && rivals.length === 1 && only !== undefined ? [[name, only]] : [];
  });
  return Object.fromEntries(
    pairs.flatMap(([name, other]): [string, string][] => {
      const own = path === '' ? name : `${path}.${name}`;
      if (!isPlainName(name) || !isPlainName(other)) return [];
      const deeper = Object.entries(renamesIn(server[other], twin[name], own));
      return name === other ? deeper : [[own, other], ...deeper];
    }),
  );
}
