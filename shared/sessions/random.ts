/** A source of numbers from 0 to 1, excluding 1. */
export type Random = () => number;

export function randomOf(seed: string): Random {
  let state = 2166136261;
  for (let index = 0; index < seed.length; index += 1) state = Math.imul(state ^ seed.charCodeAt(index), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('there is nothing to pick from');
  return item;
}

export function chance(random: Random, share: number): boolean {
  return random() < share;
}

export function weighted<Item>(random: Random, items: readonly (readonly [weight: number, item: Item])[]): Item {
  const all = items.reduce((sum, [weight]) => sum + weight, 0);
  let left = random() * all;
  for (const [weight, item] of items) {
    left -= weight;
    if (left < 0) return item;
  }
  return pick(random, items)[1];
}

export function someOf<Item>(random: Random, items: readonly Item[], most: number): Item[] {
  const left = [...items];
  const count = 1 + Math.floor(random() * Math.min(most, items.length));
  return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)).flat();
}
