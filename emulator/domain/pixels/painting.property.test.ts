import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProductCategory } from '../vocabulary.ts';
import { colorHair } from './hair.ts';
import { applyMakeup, type FaceMasks } from './makeup.ts';
import type { Mask, Picture } from './picture.ts';

const SIDE = 8;
const PIXELS = SIDE * SIDE;

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const picture: fc.Arbitrary<Picture> = bytes(PIXELS * 3).map((rgb) => ({ width: SIDE, height: SIDE, rgb }));
/** Many pixels inside, many outside, and some in between. */
const mask: fc.Arbitrary<Mask> = fc
  .array(fc.constantFrom(0, 0, 255, 255, 90), { minLength: PIXELS, maxLength: PIXELS })
  .map((values) => Uint8Array.from(values));
const masks: fc.Arbitrary<FaceMasks> = fc.record({ skin: mask, lips: mask, lipLine: mask, eyes: mask, hair: mask });
const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const category = fc.constantFrom<ProductCategory>('foundation', 'lipstick', 'lip_liner');
/** In steps, because nearly all doubles between 0 and 1 are too small to be visible. */
const opacity = fc.integer({ min: 0, max: 20 }).map((step) => step / 20);
const product = fc.record({ category, color, opacity });
const gradient = fc.record({ dark: fc.record({ color, opacity }), light: fc.record({ color, opacity }) });

const MASK_OF = { foundation: 'skin', lipstick: 'lips', lip_liner: 'lipLine' } as const;

function changedPixels(before: Picture, after: Picture): number[] {
  const changed = new Set<number>();
  before.rgb.forEach((value, at) => {
    if (after.rgb[at] !== value) changed.add(Math.floor(at / 3));
  });
  return [...changed];
}

describe('makeup', () => {
  it('changes no pixel outside the masks of its products, and never the input', () => {
    fc.assert(
      fc.property(picture, masks, fc.array(product, { maxLength: 4 }), (face, where, products) => {
        const original = face.rgb.slice();
        const made = applyMakeup(face, where, products);
        const allowed = products.map(({ category: on }) => where[MASK_OF[on]]);
        expect(changedPixels(face, made).filter((pixel) => allowed.every((one) => one[pixel] === 0))).toEqual([]);
        expect(face.rgb).toEqual(original);
        expect([made.width, made.height, made.rgb.length]).toEqual([SIDE, SIDE, PIXELS * 3]);
      }),
    );
  });

  it('changes no pixel at opacity 0', () => {
    fc.assert(
      fc.property(picture, masks, fc.array(product, { minLength: 1, maxLength: 4 }), (face, where, products) => {
        const made = applyMakeup(
          face,
          where,
          products.map((one) => ({ ...one, opacity: 0 })),
        );
        expect(changedPixels(face, made)).toEqual([]);
      }),
    );
  });

  it('depends on the order of layers only if they overlap', () => {
    const grey: Picture = { width: SIDE, height: SIDE, rgb: new Uint8Array(PIXELS * 3).fill(128) };
    const half = (from: number, to: number) =>
      Uint8Array.from({ length: PIXELS }, (_, pixel) => (pixel >= from && pixel < to ? 255 : 0));
    const none = half(0, 0);
    const where: FaceMasks = { skin: none, eyes: none, hair: none, lips: half(0, 40), lipLine: half(24, 64) };
    const lipstick = { category: 'lipstick', color: '#ff0000', opacity: 0.8 } as const;
    const liner = { category: 'lip_liner', color: '#0000ff', opacity: 0.8 } as const;
    const one = applyMakeup(grey, where, [lipstick, liner]);
    const other = applyMakeup(grey, where, [liner, lipstick]);
    const expected = Array.from({ length: 16 }, (_, index) => 24 + index);
    expect(changedPixels(one, other)).toEqual(expected);
  });

  it('does not depend on the order of layers that do not overlap, for any face', () => {
    fc.assert(
      fc.property(picture, masks, product, product, (face, where, one, other) => {
        const made = applyMakeup(face, where, [one, other]);
        const reversed = applyMakeup(face, where, [other, one]);
        const [first, second] = [where[MASK_OF[one.category]], where[MASK_OF[other.category]]];
        expect(changedPixels(made, reversed).filter((pixel) => first[pixel] === 0 || second[pixel] === 0)).toEqual([]);
      }),
    );
  });

  it.each(['foundation', 'lipstick', 'lip_liner'] as const)('%s changes its own part of the face', (one) => {
    const grey: Picture = { width: SIDE, height: SIDE, rgb: new Uint8Array(PIXELS * 3).fill(128) };
    const row = (top: number) =>
      Uint8Array.from({ length: PIXELS }, (_, pixel) => (Math.floor(pixel / SIDE) === top ? 255 : 0));
    const where: FaceMasks = { skin: row(0), lips: row(1), lipLine: row(2), eyes: row(3), hair: row(4) };
    const made = applyMakeup(grey, where, [{ category: one, color: '#ff0000', opacity: 1 }]);
    const top = { foundation: 0, lipstick: 1, lip_liner: 2 }[one];
    expect(changedPixels(grey, made)).toEqual(Array.from({ length: SIDE }, (_, column) => top * SIDE + column));
  });

  it('shows more of the color at a higher opacity', () => {
    const grey: Picture = { width: SIDE, height: SIDE, rgb: new Uint8Array(PIXELS * 3).fill(128) };
    const everywhere = new Uint8Array(PIXELS).fill(255);
    const where = { skin: everywhere, lips: everywhere, lipLine: everywhere, eyes: everywhere, hair: everywhere };
    const reds = [0, 0.25, 0.5, 1].map(
      (strength) => applyMakeup(grey, where, [{ category: 'lipstick', color: '#ff0000', opacity: strength }]).rgb[0],
    );
    expect(reds[0]).toBe(128);
    expect(reds).toEqual([...new Set(reds)].toSorted((a = 0, b = 0) => a - b));
  });
});

describe('hair color', () => {
  it('changes no pixel outside its mask, and never the input', () => {
    fc.assert(
      fc.property(picture, mask, gradient, (face, hair, stops) => {
        const original = face.rgb.slice();
        const made = colorHair(face, hair, stops);
        expect(changedPixels(face, made).filter((pixel) => hair[pixel] === 0)).toEqual([]);
        expect(face.rgb).toEqual(original);
      }),
    );
  });

  it('changes no pixel if both stops have opacity 0', () => {
    fc.assert(
      fc.property(picture, mask, gradient, ({ width, height, rgb }, hair, { dark, light }) => {
        const stops = { dark: { ...dark, opacity: 0 }, light: { ...light, opacity: 0 } };
        expect(changedPixels({ width, height, rgb }, colorHair({ width, height, rgb }, hair, stops))).toEqual([]);
      }),
    );
  });

  it('is the same each time, and has the size of the face', () => {
    fc.assert(
      fc.property(picture, mask, gradient, (face, hair, stops) => {
        const made = colorHair(face, hair, stops);
        expect([made.width, made.height, made.rgb.length]).toEqual([SIDE, SIDE, PIXELS * 3]);
        expect(colorHair(face, hair, stops).rgb).toEqual(made.rgb);
      }),
    );
  });

  it('uses the dark stop where hair is dark and the light stop where it is light', () => {
    const rgb = Uint8Array.from({ length: PIXELS * 3 }, (_, at) => (at < (PIXELS * 3) / 2 ? 20 : 230));
    const stops = { dark: { color: '#ff0000', opacity: 1 }, light: { color: '#0000ff', opacity: 1 } };
    const { rgb: made } = colorHair({ width: SIDE, height: SIDE, rgb }, new Uint8Array(PIXELS).fill(255), stops);
    const [darkRed = 0, , darkBlue = 0] = made;
    const [lightRed = 0, , lightBlue = 0] = made.slice(-3);
    expect(darkRed).toBeGreaterThan(darkBlue);
    expect(lightBlue).toBeGreaterThan(lightRed);
  });
});

describe('an opacity outside 0 to 1, which a reading may accept', () => {
  it.each([
    [-3, 0],
    [40, 1],
  ])('of %d looks like %d', (given, meant) => {
    fc.assert(
      fc.property(picture, masks, product, gradient, (face, where, one, { dark, light }) => {
        const makeup = [given, meant].map((value) => applyMakeup(face, where, [{ ...one, opacity: value }]).rgb);
        expect(makeup[0]).toEqual(makeup[1]);
        const hair = [given, meant].map(
          (value) =>
            colorHair(face, where.hair, { dark: { ...dark, opacity: value }, light: { ...light, opacity: value } }).rgb,
        );
        expect(hair[0]).toEqual(hair[1]);
      }),
    );
  });
});
