import { type TwoWay, twoWay } from '../two-way.ts';
import { between } from './between.ts';
import { type Style, spellingOf } from './spellings.ts';

export type IdMapOptions = {
  style: Style;
  seed: string;
  /** The prefix of every id. */
  prefix: string;
  isPrefixKept?: boolean;
  /** A shown id that this one may contain; null if there is none. */
  other?(id: string): string | null;
};

/**
 * Disguises the ids of one kind. Their order by code units is kept, since lists are ordered by id within an instant.
 */
export function createIdMap({ style, seed, prefix, isPrefixKept = true, other = () => null }: IdMapOptions): TwoWay {
  /** The ids so far and what replaces them, in their order. */
  const order: { id: string; text: string }[] = [];
  const spell = spellingOf(style, seed);
  const kept = isPrefixKept ? prefix : '';
  const short = (id: string): string => {
    const after = order.findIndex((one) => one.id > id);
    const place = after < 0 ? order.length : after;
    const text = between(order[place - 1]?.text ?? null, order[place]?.text ?? null);
    order.splice(place, 0, { id, text });
    return text;
  };
  return twoWay((id) => {
    if (style === null) return id;
    if (style === 'short') return kept + short(id);
    const rest = spell(id.slice(prefix.length));
    const inner = style === 'nested' ? other(id) : null;
    if (rest === null) return id;
    return inner === null ? kept + rest : `${kept}${rest}.${inner}`;
  });
}
