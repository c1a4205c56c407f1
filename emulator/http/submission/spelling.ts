import type { Readings } from '../../../shared/questions/generated/readings.ts';

/** The fields that have a default, and those that are numbers (spec 4.2). */
const OPTIONAL = ['opacity', 'visualizations'];
const OPACITY = /"opacity"\s*:\s*([^\s,}\]]+)/g;

/** The spelling that makes a request a different one, if the readings say so (reading 18); usually nothing. */
export function spellingOf(text: string, body: unknown, { same_request }: Pick<Readings, 'same_request'>): string[] {
  const { defaults, numbers } = same_request;
  return [...(defaults === 'other' ? givenFields(body) : []), ...(numbers === 'other' ? oddNumbers(text) : [])];
}

/** The paths of the optional fields that are present. */
function givenFields(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const places = Object.entries(value).flatMap(([name, inner]) => [
    ...(OPTIONAL.includes(name) ? [`${at}.${name}`] : []),
    ...givenFields(inner, `${at}.${name}`),
  ]);
  return places.sort();
}

/** Numbers in a form that JSON would not write, such as 1.0 or 1e0. */
function oddNumbers(text: string): string[] {
  return [...text.matchAll(OPACITY)]
    .map(([, number = '']) => number)
    .filter((number) => String(Number(number)) !== number)
    .sort();
}
