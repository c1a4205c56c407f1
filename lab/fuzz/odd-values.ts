import fc from 'fast-check';
import { oddText } from '../../emulator/testing/odd-text.ts';

export const oddWord = fc.oneof(
  oddText(20),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    '',
    '8m',
    '-1s',
    'P',
    'now',
    'idle',
    'default',
    '\u0000',
    '💥',
    '*',
  ),
);
const oddNumber = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(1e308, 2 ** 53, -1, 0.1, 8.64e15 + 1));
/** Deeply nested lists. */
export const deep = fc
  .integer({ min: 2, max: 2_000 })
  .map((depth) => JSON.parse('[['.repeat(depth) + ']]'.repeat(depth)));
/** Any JSON with odd words and numbers. */
export const { value: anything } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    oddWord,
    oddNumber,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(oddWord, tie('value'), { maxKeys: 3 }),
  ),
}));

/** Odd path segments in place of an id. */
export const oddId = fc.oneof(
  oddWord.filter((text) => !/\p{Surrogate}/u.test(text)).map((text) => encodeURIComponent(text) || '-'),
  fc.constantFrom('%E0%A4%A', '%', '%00', 'default', 'demo', 'job_1', 'a'.repeat(500)),
);
