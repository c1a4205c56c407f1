import { STAND_IN } from '../record/redact.ts';

/**
 * Of a redacted recording: what an emulator makes itself, such as keys, it makes again as it was, where the file has something
 * else; and the tags of what has another picture in it are others. What stands for what is learned from its answers.
 */
export type Learned = {
  /** Compares an answer with that of the file. */
  learn(recorded: unknown, played: unknown): void;
  /** A text of the file in the words of the emulator. */
  tell(text: string): string;
};

/** Fields that whoever asks gives back. */
const GIVEN_BACK: ReadonlySet<string> = new Set(['etag', 'next_cursor']);

export function createLearned(): Learned {
  const known = new Map<string, string>();
  const learnText = (recorded: string, played: string, name: string) => {
    const isWhole = STAND_IN.exec(recorded)?.[0] === recorded || GIVEN_BACK.has(name.toLowerCase());
    // Without the quotes of a tag, which are written otherwise in a line.
    if (isWhole && recorded !== played) known.set(recorded.replaceAll('"', ''), played.replaceAll('"', ''));
    else if (/^\s*[[{]/.test(recorded)) learn(jsonIn(recorded), jsonIn(played));
  };
  const learn = (recorded: unknown, played: unknown, name = ''): void => {
    if (typeof recorded === 'string' && typeof played === 'string') learnText(recorded, played, name);
    else if (isObject(recorded) && isObject(played))
      for (const [inner, one] of Object.entries(recorded)) learn(one, played[inner], inner);
  };
  const tell = (text: string) => {
    let told = text;
    for (const [recorded, played] of known) if (told.includes(recorded)) told = told.replaceAll(recorded, played);
    return told;
  };
  return { learn, tell };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
