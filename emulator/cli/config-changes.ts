import { isDeepStrictEqual } from 'node:util';
import { isMap } from '../../shared/is-map.ts';

/** Where two configurations differ, as `readings.upload_status: 201 -> 200`; of lists, which of them. */
export function configChanges(before: unknown, after: unknown, path = ''): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (!isMap(before) || !isMap(after))
    return [isShort(before) && isShort(after) ? `${path}: ${shown(before)} -> ${shown(after)}` : path];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => configChanges(before[name], after[name], path === '' ? name : `${path}.${name}`));
}

function isShort(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function shown(value: unknown): string {
  return value === undefined ? 'the default' : String(value);
}
