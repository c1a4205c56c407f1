import { isMap } from '../../../shared/is-map.ts';

/** The name of this feature. */
export const STRUCTURE = 'structure';

/** The structure of a value without names: its objects and lists, and where they have dates, operations and counts. */
export function structureOf(value: unknown): string {
  if (Array.isArray(value)) {
    const item = value.find((one) => structureOf(one) !== '');
    return item === undefined ? '' : `[${structureOf(item)}]`;
  }
  if (isMap(value)) {
    if ('id' in value && ('operation' in value || 'purpose' in value)) return 'resource';
    const parts = Object.entries(value).map(([name, member]) => `${dataName(name)}${structureOf(member)}`);
    const own = [...new Set(parts.filter((part) => part !== ''))].toSorted();
    return own.length === 0 ? '' : `{${own.join(' ')}}`;
  }
  if (typeof value === 'number') return 'number';
  return typeof value === 'string' ? dataName(value) : '';
}

/** Returns what a name is if it is data: a date or an operation. Otherwise returns an empty text. */
export function dataName(name: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(name)) return 'date';
  return /^(?:skin\.analyze|makeup\.apply|hair\.try_on)$/.test(name) ? 'operation' : '';
}
