import { between } from './between.ts';
import { type Style, spellingOf } from './spellings.ts';

/** Maps ids of one kind in both directions. A text that is not the id of anything is mapped to itself. */
export type IdMap = { shown(id: string): string; given(text: string): string };

export type IdMapOptions = {
  style: Style;
  seed: string;
  /** The prefix of every id. */
  prefix: string;
  isPrefixKept?: boolean;
  /** A shown id that this one may contain; null if there is none. */
  other?(id: string): string | null;
};

/** The order of ids by code units is kept, since lists are ordered by id within an instant. */
export function createIdMap({ style, seed, prefix, isPrefixKept = true, other = () => null }: IdMapOptions): IdMap {
  const shown = new Map<string, string>();
  const given = new Map<string, string>();
  /** The ids so far, in their order. */
  const order: string[] = [];
  const spell = spellingOf(style, seed);
  const kept = isPrefixKept ? prefix : '';
  const restOf = (id: string | undefined) => (id === undefined ? null : (shown.get(id) ?? '').slice(kept.length));
  const short = (id: string): string => {
    const place = placeIn(order, id);
    const text = between(restOf(order[place - 1]), restOf(order[place]));
    order.splice(place, 0, id);
    return text;
  };
  const styled = (id: string): string => {
    if (style === null) return id;
    if (style === 'short') return kept + short(id);
    const rest = spell(id.slice(prefix.length));
    const inner = style === 'nested' ? other(id) : null;
    if (rest === null) return id;
    return inner === null ? kept + rest : `${kept}${rest}.${inner}`;
  };
  return {
    shown: (id) => {
      const text = shown.get(id) ?? styled(id);
      shown.set(id, text);
      given.set(text, id);
      return text;
    },
    given: (text) => given.get(text) ?? text,
  };
}

function placeIn(order: readonly string[], id: string): number {
  let [from, to] = [0, order.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((order[middle] ?? '') < id) from = middle + 1;
    else to = middle;
  }
  return from;
}
