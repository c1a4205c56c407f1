/** First in, first out. `Array.shift` on a long array would move all other items. */
export type Queue<Item> = {
  add(item: Item): void;
  /** Removes and returns the first item; undefined if there is none. */
  take(): Item | undefined;
  first(): Item | undefined;
  size(): number;
  clear(): void;
};

/** The array is copied once this many slots at its start are empty. */
const MOST_EMPTY = 1_024;

export function createQueue<Item>(): Queue<Item> {
  let items: (Item | undefined)[] = [];
  let first = 0;
  return {
    add: (item) => {
      items.push(item);
    },
    take: () => {
      if (first === items.length) return undefined;
      const item = items[first];
      items[first] = undefined;
      first += 1;
      if (first > MOST_EMPTY && first * 2 > items.length) {
        items = items.slice(first);
        first = 0;
      }
      return item;
    },
    first: () => items[first],
    size: () => items.length - first,
    clear: () => {
      items = [];
      first = 0;
    },
  };
}
