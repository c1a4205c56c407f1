import fc from 'fast-check';

const SURROGATES = 0x800;

/** Any character: like `unit: 'binary'` of fast-check, which first creates a map of a million characters. */
const character = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES })
  .map((number) => String.fromCodePoint(number < 0xd800 ? number : number + SURROGATES));

export function oddText(maxLength = 10): fc.Arbitrary<string> {
  return fc.string({ unit: character, maxLength });
}
