import { didYouMean } from '../../../shared/nearest.ts';

/** `has no field cal; did you mean call? It has call, poll`: what may stand there is always told. */
export function unknownField(key: string, known: readonly string[], hint = ''): string {
  const near = didYouMean(key, known) || hint;
  const all = known.length === 0 ? '' : `${near === '' ? ': it' : ' It'} has ${known.join(', ')}`;
  return `has no field ${key}${near}${all}`;
}
