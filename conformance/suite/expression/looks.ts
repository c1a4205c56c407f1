/** The coarse colors of a picture, part by part, as Base64. */
export type Look = string;

/** The brightness up to which a part of a mask counts as black, so that the picture must be unchanged there. */
const BLACK = 8;

/** The mean over all parts; undefined for values that are not looks of the same kind. */
export function apart(one: Look, other: Look): number | undefined {
  const differences = differencesOf(one, other);
  return differences === undefined ? undefined : differences.reduce((sum, each) => sum + each, 0) / differences.length;
}

/** Where they differ most; with the look of a mask, where that is black. */
export function mostApart(one: Look, other: Look, mask?: Look): number | undefined {
  const differences = differencesOf(one, other);
  const masked = mask === undefined ? undefined : Buffer.from(mask, 'base64');
  const seen = differences?.filter((_, index) => (masked?.[index] ?? 0) <= BLACK) ?? [];
  return seen.length === 0 || (masked !== undefined && masked.length !== differences?.length)
    ? undefined
    : seen.reduce((most, each) => Math.max(most, each));
}

/** Returns undefined for values that are not looks, or that are looks of different kinds. */
function differencesOf(one: Look, other: Look): number[] | undefined {
  const [here, there] = [Buffer.from(one, 'base64'), Buffer.from(other, 'base64')];
  if (here.length === 0 || here.length !== there.length) return undefined;
  return [...here].map((value, index) => Math.abs(value - (there[index] ?? 0)));
}
