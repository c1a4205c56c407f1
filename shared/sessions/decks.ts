import { pick, type Random } from './random.ts';

/** Lists from which each item is drawn once before any comes again: what is rare comes up as soon as it can. */
export type Decks = { next<Item>(name: string, items: readonly Item[]): Item };

/** Draws each item from all of its kind, and takes nothing from a deck. */
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
