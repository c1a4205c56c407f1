import { standInFor } from '../../adapters/images/stand-in.ts';
import { digestOf } from '../../domain/values/digest.ts';

/** Pictures that were found, each with a drawn one of its size and type in its place, and its digest with that of the other. */
export type Pictures = {
  standIn(base64: string): Promise<string>;
  /** Draws for every picture that a value holds as text. */
  find(value: unknown): Promise<void>;
  /** A text in which each of them, and its digest, is the other. */
  hide(text: string): string;
};

/** Fields that hold a picture. */
const FIELD = 'base64';

export function createPictures(): Pictures {
  const drawn = new Map<string, string>();
  const standIn = async (base64: string): Promise<string> => {
    const known = drawn.get(base64);
    if (known !== undefined) return known;
    const bytes = Buffer.from(base64, 'base64');
    const digest = digestOf(bytes);
    const other = Buffer.from(await standInFor(bytes, digest, drawn.size));
    drawn.set(base64, other.toString('base64'));
    drawn.set(digest, digestOf(other));
    return other.toString('base64');
  };
  const find = async (value: unknown, name = ''): Promise<void> => {
    if (typeof value === 'string') {
      if (name === FIELD) await standIn(value);
      else if (value.includes(`"${FIELD}"`)) await find(jsonIn(value));
    } else if (typeof value === 'object' && value !== null) {
      for (const [inner, one] of Object.entries(value)) await find(one, inner);
    }
  };
  return {
    standIn,
    find,
    hide: (text) => {
      let hidden = text;
      for (const [one, other] of drawn) if (hidden.includes(one)) hidden = hidden.replaceAll(one, other);
      return hidden;
    },
  };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
