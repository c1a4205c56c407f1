import { grouped } from '../../report/grouped.ts';
import { type Compared, type Difference, differencesOf } from './differences.ts';
import { type Facts, valueAt } from './facts.ts';

/** A difference of two servers, told once: the same feature with the same values at other places is no other difference. */
export type FactDifference = Difference & { places: number };

/** How alike two servers are: the share of facts alike, and what differs. */
export type Likeness = { alike: number; compared: number; share: number; differ: FactDifference[] };

export function likenessOf(a: Facts, b: Facts): Likeness {
  return likenessIn(differencesOf(a, b));
}

function likenessIn({ compared, differ }: Compared): Likeness {
  const kinds = [...grouped(differ, kindOf).values()].flatMap(([first, ...more]) =>
    first === undefined ? [] : [{ ...first, places: more.length + 1 }],
  );
  const alike = compared - differ.length;
  const share = compared === 0 ? 0 : alike / (alike + kinds.length);
  return { alike, compared: alike + kinds.length, share, differ: kinds };
}

/** The same feature with the same values at another place is the same difference. */
export function kindOf({ place, a, b }: Difference): string {
  return JSON.stringify([place.slice(place.indexOf(' | ') + 3), a, b]);
}

/** What differed a second time as well. */
export function stillDiffering({ alike, compared, differ }: Likeness, a: Facts, b: Facts): Likeness {
  const still = differ.filter((one) => valueAt(a, one.place) === one.a && valueAt(b, one.place) === one.b);
  const more = alike + differ.length - still.length;
  return { alike: more, compared, share: compared === 0 ? 0 : more / compared, differ: still };
}
