import { pick, type Random } from './random.ts';

/** Lists from which each item is drawn once before any is repeated, so that rare items come up early. */
export type Decks = { next<Item>(name: string, items: readonly Item[]): Item };

/** Draws from all items each time, without decks. */
export function drawFromAll(random: Random): Decks {
  return { next: (_, items) => pick(random, items) };
}

export function createDecks(random: Random): Decks {
  const left = new Map<string, number[]>();
  return {
    next(name, items) {
      const before = left.get(name) ?? [];
      const places = before.length === 0 ? items.map((_, place) => place) : before;
      const place = pick(random, places);
      left.set(
        name,
        places.filter((one) => one !== place),
      );
      return items[place] ?? pick(random, items);
    },
  };
}
