import fc from 'fast-check';

const SURROGATES = 0x800;

/** Any character there is: `unit: 'binary'` of fast-check, without the map of a million of them that it makes first. */
const character = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES })
  .map((number) => String.fromCodePoint(number < 0xd800 ? number : number + SURROGATES));

export function oddText(maxLength = 10): fc.Arbitrary<string> {
  return fc.string({ unit: character, maxLength });
}
