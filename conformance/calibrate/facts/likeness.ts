import { grouped } from '../../report/grouped.ts';
import { type Compared, type Difference, differencesOf } from './differences.ts';
import { type Facts, splitPlace, valueAt } from './facts.ts';
import type { Raw } from './features.ts';
import { withoutIds } from './value.ts';

/**
 * A difference between two servers, reported once: the same feature with the same values in other places is the same
 * difference.
 */
export type FactDifference = Difference & { places: number; shown: Shown | null };

/** The request whose answers show a difference, and both answers; null if it follows from several answers. */
export type Shown = { request: string; a: string; b: string };

/** How alike two servers are: the share of equal facts, and the differences. */
export type Likeness = { alike: number; compared: number; share: number; differ: FactDifference[] };

export function likenessOf(a: Facts, b: Facts): Likeness {
  return likenessIn(differencesOf(a, b), (place) => shownAt(place, a, b));
}

function likenessIn({ compared, differ }: Compared, shownOf: (place: string) => Shown | null): Likeness {
  const kinds = [...grouped(differ, kindOf).values()].flatMap(([first, ...more]) =>
    first === undefined ? [] : [{ ...first, places: more.length + 1, shown: shownOf(first.place) }],
  );
  const alike = compared - differ.length;
  const share = compared === 0 ? 0 : alike / (alike + kinds.length);
  return { alike, compared: alike + kinds.length, share, differ: kinds };
}

/** The same feature with the same values in another place is the same difference. */
export function kindOf({ place, a, b }: Difference): string {
  return JSON.stringify([splitPlace(place).feature, a, b]);
}

/** Keeps only the differences that occur a second time as well. */
export function stillDiffering({ alike, compared, differ }: Likeness, a: Facts, b: Facts): Likeness {
  const still = differ.filter((one) => valueAt(a, one.place) === one.a && valueAt(b, one.place) === one.b);
  const more = alike + differ.length - still.length;
  return { alike: more, compared, share: compared === 0 ? 0 : more / compared, differ: still };
}

/** For a feature that a kind of answers shares, the first answer is shown. */
function shownAt(place: string, a: Facts, b: Facts): Shown | null {
  const { label } = splitPlace(place);
  const ofKind = [...a.answers].find(([own, { kind }]) => kind === label && b.answers.has(own))?.[0];
  const [one, other] = [a, b].map(({ answers }) => answers.get(ofKind ?? label)?.raw);
  if (one === undefined || other === undefined) return null;
  return { request: `${one.method} ${withoutIds(one.path)}`, a: answerText(one), b: answerText(other) };
}

/** Leaves out ids and query values, since URLs may be signed. */
function answerText({ status, body }: Raw): string {
  const text = body === undefined ? '' : ` ${withoutIds(JSON.stringify(body))}`;
  return `${status ?? 'no answer'}${text}`.slice(0, LONGEST);
}

const LONGEST = 300;
