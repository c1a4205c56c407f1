import type { Readings } from '../../../shared/questions/generated/readings.ts';

/** The fields that have a default, or a number (spec 4.2). */
const OPTIONAL = ['opacity', 'visualizations'];
const OPACITY = /"opacity"\s*:\s*([^\s,}\]]+)/g;

/** What of its spelling makes a request another one, where the readings say so (reading 18): mostly nothing. */
export function spellingOf(text: string, body: unknown, { same_request }: Pick<Readings, 'same_request'>): string[] {
  const { defaults, numbers } = same_request;
  return [...(defaults === 'other' ? givenFields(body) : []), ...(numbers === 'other' ? oddNumbers(text) : [])];
}

/** The places of the optional fields that are given. */
function givenFields(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const places = Object.entries(value).flatMap(([name, inner]) => [
    ...(OPTIONAL.includes(name) ? [`${at}.${name}`] : []),
    ...givenFields(inner, `${at}.${name}`),
  ]);
  return places.sort();
}

/** Numbers that are not spelt as JSON would be written from them: 1.0, 1e0. */
function oddNumbers(text: string): string[] {
  return [...text.matchAll(OPACITY)]
    .map(([, number = '']) => number)
    .filter((number) => String(Number(number)) !== number)
    .sort();
}
