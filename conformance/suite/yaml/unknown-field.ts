import { MOST_TOLD } from '../../../shared/first-of.ts';
import { didYouMean } from '../../../shared/nearest.ts';

/** `has no field cal; did you mean call? It has call, poll`: what may stand there is always told. */
export function unknownField(key: string, known: readonly string[], hint = ''): string {
  const near = didYouMean(key, known) || hint;
  const all = known.length === 0 ? '' : `${near === '' ? ': it' : ' It'} has ${known.join(', ')}`;
  return `has no field ${key}${near}${all}`;
}

/** The same of several; of very many the first, and how many more there are. `hint`: where a word belongs that is not known here. */
export function unknownFields(
  keys: readonly string[],
  known: readonly string[],
  hint: (key: string) => string = () => '',
): string[] {
  const more = keys.length - MOST_TOLD;
  const told = keys.slice(0, MOST_TOLD).map((key) => unknownField(key, known, hint(key)));
  return more > 0 ? [...told, `has ${more} more fields that it should not have`] : told;
}
