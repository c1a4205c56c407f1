import { isMap } from '../../../shared/is-map.ts';

/** The name of this feature. */
export const STRUCTURE = 'structure';

/** The containers of a value, with dates, operations and counts, under no names: what is left of its shape without words. */
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

/** What a name is that is data: a day or an operation; else nothing. */
export function dataName(name: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(name)) return 'date';
  return /^(?:skin\.analyze|makeup\.apply|hair\.try_on)$/.test(name) ? 'operation' : '';
}
