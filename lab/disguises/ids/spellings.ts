import { shuffled } from '../../../conformance/plan/schedule.ts';
import { seededDraws } from '../../../conformance/plan/seeded-draws.ts';

/** The letters of the emulator's ids, in the order of their code units. */
const LETTERS = '-0123456789abcdefghjkmnpqrstvwxyz';
const [DIGITS, UPPER, LOWER] = ['0123456789', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'];
/** What a path segment may contain without percent-encoding, as far as ids are likely to contain it. */
const MARKS = '+-.:=@_~';

const SEPARATORS = {
  tilde: '~',
  dot: '.',
  underscore: '_',
  hyphen: '-',
  colon: ':',
  at: '@',
  plus: '+',
  equals: '=',
} as const;

type Separated = keyof typeof SEPARATORS;

/** `short` and `nested` depend on the other ids, see `createIdMap`. */
export const ID_STYLES = [
  ...(Object.keys(SEPARATORS) as Separated[]),
  ...(['marks', 'digits', 'upper', 'mixed', 'long', 'short', 'nested'] as const),
];
export type IdStyle = (typeof ID_STYLES)[number];

/** The contract has no rule about the ids of drivers, so they may also contain what a path must encode. */
export const DRIVER_ID_STYLES = ['digits', 'marks', 'encoded', 'short'] as const;
export type Style = IdStyle | (typeof DRIVER_ID_STYLES)[number] | null;

/** Spells a text in another alphabet. Texts of the same length keep their order; null if it has other letters. */
export type Spelling = (text: string) => string | null;

const LONGEST = 200;
const SEPARATED = 3;

export function spellingOf(style: Style, seed: string): Spelling {
  if (style !== null && style in SEPARATORS) {
    const separator = SEPARATORS[style as Separated];
    return spelled(LETTERS.split(''), (codes) =>
      codes.map((code, index) => (index % SEPARATED === 1 ? separator + code : code)).join(''),
    );
  }
  switch (style) {
    case 'digits':
      return spelled(LETTERS.split('').map((_, index) => String(index + 10)));
    case 'upper':
      return spelled(drawn(DIGITS + UPPER, seed));
    case 'mixed':
      return spelled(drawn(DIGITS + UPPER + LOWER, seed));
    case 'marks':
      return spelled([...MARKS, ...drawn(DIGITS + UPPER + LOWER, seed, LETTERS.length - MARKS.length)].sort());
    case 'encoded':
      return spelled(LETTERS.split(''), (codes) => `${codes.join('/')}?#%25 é&`);
    case 'long':
      return spelled(
        LETTERS.split('').map((letter) => letter.repeat(12)),
        (codes) => codes.join('').padEnd(LONGEST, 'x'),
      );
    default:
      return (text) => text;
  }
}

/** Letters of an alphabet by the seed, in the order of their code units. */
function drawn(alphabet: string, seed: string, count = LETTERS.length): string[] {
  return shuffled(alphabet.split(''), seededDraws(seed)).slice(0, count).sort();
}

function spelled(codes: readonly string[], join = (parts: string[]) => parts.join('')): Spelling {
  return (text) => {
    const parts = text.split('').map((letter) => codes[LETTERS.indexOf(letter)]);
    return parts.includes(undefined) ? null : join(parts as string[]);
  };
}
