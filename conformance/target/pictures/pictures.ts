import * as z from 'zod/mini';
import { FIXTURE_NAMES } from '../../suite/scenario/fixture-names.ts';
import { type Fixture, madeFixture, ownFixture, shippedFixture } from './fixture.ts';

/** More than is ever tried. Limits the pictures that are generated for a report. */
const LONGEST = 8_192;
const side = z.nullable(z.int().check(z.gte(0), z.lte(LONGEST)));

/**
 * The pictures that the target accepts, since the limits of uploads are not specified (Spec 4.1). Without sides, they
 * are those of the package, unchanged; with sides, those outside of the limits are scaled. `own`: made from the
 * target's own face.
 */
export const foundPictures = z.strictObject({
  taken: z.boolean(),
  shortest_side: side,
  longest_side: side,
  own: z.boolean(),
});
export type FoundPictures = z.output<typeof foundPictures>;

export const AS_THEY_ARE: FoundPictures = { taken: true, shortest_side: null, longest_side: null, own: false };
export const NONE_TAKEN: FoundPictures = { ...AS_THEY_ARE, taken: false };

/** The pictures that a run uploads, by name; null if the target accepts none. */
export type Pictures = { named(name: string): Fixture | null };

/** The face in all scenarios unless a target names its own picture. */
const STANDARD_FACE = 'long-dark-wavy.jpeg';

export function shippedPictures(face?: unknown): Pictures {
  return { named: (name) => fixtureOf(name, face) };
}

function fixtureOf(name: string, face: unknown): Fixture {
  if (name !== 'face') return shippedFixture(name);
  return ownFixture(face) ?? shippedFixture(STANDARD_FACE);
}

/** Returns the pictures that were found, either read from files or generated. */
export async function picturesOf(found: FoundPictures, face?: unknown): Promise<Pictures> {
  if (!found.taken) return { named: () => null };
  if (isAsTheyAre(found)) return shippedPictures(face);
  const own = ownFixture(face);
  const made = new Map<string, Fixture>();
  for (const name of FIXTURE_NAMES) made.set(name, await inLimits(name, found, own));
  return { named: (name) => made.get(name) ?? fixtureOf(name, face) };
}

export function isAsTheyAre({ taken, shortest_side, longest_side, own }: FoundPictures): boolean {
  return taken && shortest_side === null && longest_side === null && !own;
}

async function inLimits(name: string, { shortest_side, longest_side, own: isOwn }: FoundPictures, own: Fixture | null) {
  if (name === 'face' && own !== null) return own;
  const shipped = shippedFixture(name === 'face' ? STANDARD_FACE : name);
  const limits = { shortest: shortest_side ?? 0, longest: longest_side ?? Number.MAX_SAFE_INTEGER };
  return madeFixture(shipped, limits, isOwn ? own : null);
}
