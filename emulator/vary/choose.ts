import { didYouMean } from '../../shared/nearest.ts';
import { isRetired } from '../../shared/questions/retired.ts';
import { digestOf } from '../domain/values/digest.ts';
import { type Variation, whyNotMet } from './facts.ts';
import { LAWFUL } from './lawful.ts';
import { MISFORTUNES } from './misfortunes.ts';
import { OCCASIONS } from './occasions.ts';
import type { Seen } from './seen.ts';

export const VARIATIONS: readonly Variation[] = [...OCCASIONS, ...LAWFUL, ...MISFORTUNES];

export type NotMet = { variation: Variation; because: string };
export type Chosen = { met: readonly Variation[]; notMet: readonly NotMet[] };

/** The variations that a plain run shows to matter, and the others with the reason. */
export function chooseVariations(wanted: readonly Variation[], plain: Seen): Chosen {
  const judged = wanted.map((variation) => ({ variation, because: whyNotMet(variation.needs, plain) }));
  return {
    met: judged.filter(({ because }) => because === null).map(({ variation }) => variation),
    notMet: judged.flatMap(({ variation, because }) => (because === null ? [] : [{ variation, because }])),
  };
}

/** The variations with these names, questions or kinds; all but hints by default. Throws with the nearest name. */
export function variationsNamed(names: readonly string[]): readonly Variation[] {
  if (names.length === 0) return VARIATIONS.filter(({ kind }) => kind !== 'hint');
  for (const name of names) {
    if (isRetired(name) || VARIATIONS.some((one) => isNamed(one, name))) continue;
    const known = [...new Set(VARIATIONS.flatMap((one) => [one.name, one.name.replace(/=.*/, '')]))];
    throw new Error(`there is no variation ${name}${didYouMean(name, known)}; vary --list names them all`);
  }
  return VARIATIONS.filter((one) => names.some((name) => isNamed(one, name)));
}

function isNamed({ name, kind }: Variation, wanted: string): boolean {
  const group = wanted.endsWith('*') ? wanted.slice(0, -1) : null;
  if (name === wanted || kind === wanted) return true;
  return kind !== 'hint' && (name.startsWith(`${wanted}=`) || (group !== null && name.startsWith(group)));
}

export function sampleOf(variations: readonly Variation[], count: number, seed: string): readonly Variation[] {
  const drawn = variations
    .map((variation) => ({ variation, place: digestOf(`${seed} ${variation.name}`) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .slice(0, count)
    .map(({ variation }) => variation);
  return variations.filter((variation) => drawn.includes(variation));
}
