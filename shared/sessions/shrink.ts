type Fails<Item> = (items: readonly Item[]) => Promise<boolean>;

/**
 * The shortest part of a list that still fails, as far as leaving pieces out finds it: pieces of half its length first, then of
 * a quarter, down to one alone. `isEnough` ends the search early.
 */
export async function shrink<Item>(
  items: readonly Item[],
  fails: Fails<Item>,
  isEnough: () => boolean = () => false,
): Promise<readonly Item[]> {
  let left = items;
  for (let size = Math.ceil(left.length / 2); left.length > 1; size = Math.ceil(size / 2)) {
    const shorter = await withoutPieces(left, size, fails, isEnough);
    if (isEnough() || (size === 1 && shorter.length === left.length)) return shorter;
    left = shorter;
  }
  return left;
}

/** Without the pieces of one size that it fails without, the last first. */
async function withoutPieces<Item>(
  items: readonly Item[],
  size: number,
  fails: Fails<Item>,
  isEnough: () => boolean,
): Promise<readonly Item[]> {
  let left = items;
  for (let end = left.length; end > 0; end -= size) {
    const shorter = [...left.slice(0, Math.max(0, end - size)), ...left.slice(end)];
    if (isEnough()) return left;
    if (shorter.length > 0 && (await fails(shorter))) left = shorter;
  }
  return left;
}
