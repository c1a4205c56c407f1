import type { Said } from '../ask.ts';
import { type Fixture, type Limits, madeFixture, ownFixture, shippedFixture } from './fixture.ts';
import { AS_THEY_ARE, type FoundPictures, NONE_TAKEN } from './pictures.ts';

/** Uploads a picture and deletes it again. */
export type Upload = (picture: Fixture) => Promise<Said>;

/** Lengths of sides to try in turn: first smaller, then larger ones. */
const SIDES = [800, 600, 500, 400, 300, 200, 100, 50, 25, 1_200, 1_600, 2_400];

/** The target did not say whether it accepts a picture. The scenarios will report the cause. */
class Undecided extends Error {}

/**
 * Finds pictures that the target accepts. Tries the largest and the smallest of the package first, which usually
 * suffices.
 */
export async function findPictures(upload: Upload, face?: unknown, make: Make = madeFixture): Promise<FoundPictures> {
  const takes = async (picture: Fixture) => isTaken(await upload(picture));
  const search = { takes, make };
  try {
    return (await asTheyAre(takes)) ?? (await inOtherSides(search)) ?? (await ofOwnFace(takes, face)) ?? NONE_TAKEN;
  } catch (error) {
    if (error instanceof Undecided) return AS_THEY_ARE;
    throw error;
  }
}

type Takes = (picture: Fixture) => Promise<boolean>;
export type Make = (picture: Fixture, limits: Limits, instead: null) => Promise<Fixture>;
type Search = { takes: Takes; make: Make };

/** Refusals of the content. Any other answer is about the key or the load, or the server has no uploads. */
const REFUSALS: readonly number[] = [400, 413, 415, 422];

function isTaken({ answer }: Said): boolean {
  if (answer === null) throw new Undecided();
  if (answer.status < 300) return true;
  if (REFUSALS.includes(answer.status)) return false;
  throw new Undecided();
}

async function asTheyAre(takes: Takes): Promise<FoundPictures | null> {
  const largest = shippedFixture('grey-bob.png');
  if (!(await takes(largest))) return null;
  if (await takes(shippedFixture('low-quality'))) return AS_THEY_ARE;
  const narrow = shippedFixture('curly-red.png');
  if (!(await takes(narrow))) return null;
  return { ...AS_THEY_ARE, shortest_side: narrow.width, longest_side: largest.width };
}

/**
 * If a server accepts no picture of a type, this reveals nothing about sides. A PNG has the most bytes, so it may have
 * to be smaller.
 */
async function inOtherSides(search: Search): Promise<FoundPictures | null> {
  const found = (await inFormat('jpeg', SIDES, search)) ?? (await inFormat('webp', SIDES, search));
  const longest = found?.longest_side ?? Number.POSITIVE_INFINITY;
  const smaller = SIDES.filter((side) => side <= longest);
  return (await inFormat('png', smaller, search)) ?? found;
}

/**
 * For each side, tries a square, which is the largest picture, and the curly one, which is the narrowest. If a server
 * requires squares, all pictures become square.
 */
async function inFormat(
  format: string,
  sides: readonly number[],
  { takes, make }: Search,
): Promise<FoundPictures | null> {
  let square: FoundPictures | null = null;
  for (const side of sides) {
    const found = { ...AS_THEY_ARE, shortest_side: side, longest_side: side };
    if (!(await takes(await make(shippedFixture(`grey-bob.${format}`), { shortest: side, longest: side }, null))))
      continue;
    square ??= found;
    const shortest = Math.ceil(side / NARROWEST);
    if (await takes(await make(shippedFixture(`curly-red.${format}`), { shortest, longest: side }, null)))
      return { ...found, shortest_side: shortest };
  }
  return square;
}

/** The ratio of height to width of the curly picture. */
const NARROWEST = 1.5;

async function ofOwnFace(takes: Takes, face: unknown): Promise<FoundPictures | null> {
  const own = ownFixture(face);
  return own !== null && (await takes(own)) ? { ...AS_THEY_ARE, own: true } : null;
}
