/**
 * Reduces the items to few with which `fails` is still true, none of which can be left out. Removes half of them, then
 * a quarter and so on (delta debugging), because each check needs a run. `fails` must be true for all items.
 */
export async function smallestFailing<Item>(
  items: readonly Item[],
  fails: (some: readonly Item[]) => Promise<boolean>,
): Promise<Item[]> {
  let kept = [...items];
  let parts = 2;
  while (kept.length > 1) {
    const smaller = await firstFailing(without(kept, parts), fails);
    if (smaller !== null) {
      kept = smaller;
      parts = Math.max(2, parts - 1);
    } else if (parts >= kept.length) return kept;
    else parts = Math.min(kept.length, parts * 2);
  }
  return kept;
}

function without<Item>(items: readonly Item[], parts: number): Item[][] {
  const size = Math.ceil(items.length / parts);
  return Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.filter((_item, index) => Math.floor(index / size) !== part),
  );
}

async function firstFailing<Item>(
  candidates: readonly Item[][],
  fails: (some: readonly Item[]) => Promise<boolean>,
): Promise<Item[] | null> {
  for (const some of candidates) if (await fails(some)) return some;
  return null;
}
