import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestOf } from '../values/digest.ts';
import { guessFace, LEAST_SKIN } from './guess-face.ts';
import type { Mask, Picture, Rgb } from './picture.ts';

const [WIDTH, HEIGHT] = [60, 80];

function painted(colorAt: (x: number, y: number) => Rgb): Picture {
  const rgb = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel += 1) {
    rgb.set(colorAt((pixel % WIDTH) / WIDTH, Math.floor(pixel / WIDTH) / HEIGHT), pixel * 3);
  }
  return { width: WIDTH, height: HEIGHT, rgb };
}

const inOval = (x: number, y: number) => ((x - 0.5) / 0.3) ** 2 + ((y - 0.5) / 0.38) ** 2 < 1;
const HAIR: Rgb = [28, 20, 16];

function greyNoise(x: number, y: number): Rgb {
  const grey = Math.floor(Math.abs(Math.sin(x * 127.1 + y * 311.7) * 43758.5) % 256);
  return [grey, grey, grey];
}

/** The number of pixels that belong to both parts. */
function shared(one: Mask, other: Mask): number {
  return one.reduce((count, value, pixel) => count + (value > 0 && (other[pixel] ?? 0) > 0 ? 1 : 0), 0);
}

describe('guessFace', () => {
  it.each<[string, Rgb]>([
    ['light', [241, 205, 180]],
    ['medium', [198, 146, 108]],
    ['dark', [110, 72, 50]],
  ])('finds %s skin in the middle and dark hair around it, and no pixel that belongs to two parts', (_, skinColor) => {
    const { masks, skinShare } = guessFace(
      painted((x, y) => (inOval(x, y) ? skinColor : y < 0.5 ? HAIR : [120, 160, 220])),
    );
    expect(skinShare).toBeGreaterThan(0.9);
    const { skin, hair, eyes, lips } = masks;
    const inTwo = skin.findIndex((value, pixel) => {
      const parts = [value, hair[pixel] ?? 0, Math.max(eyes[pixel] ?? 0, lips[pixel] ?? 0)];
      return parts.filter((part) => part > 0).length > 1;
    });
    expect(inTwo).toBe(-1);
    for (const part of [skin, hair, eyes, lips, masks.lipLine]) expect(part.some((value) => value === 255)).toBe(true);
    expect(hair[Math.floor(HEIGHT * 0.05) * WIDTH + WIDTH / 2]).toBe(255);
  });

  it.each<[string, (x: number, y: number) => Rgb]>([
    ['noise of greys', greyNoise],
    ['the sea below a pale sky', (_, y) => (y < 0.4 ? [205, 222, 235] : [30, 80, 120])],
    ['snowy hills', (x, y) => (y < 0.3 + 0.1 * Math.sin(9 * x) ? [140, 180, 230] : [235, 240, 248])],
    ['a blue wall', () => [60, 110, 200]],
    ['grey', () => [128, 128, 128]],
    ['a meadow', (_, y) => (y < 0.5 ? [150, 190, 240] : [70, 150, 60])],
    ['black', () => [0, 0, 0]],
    ['white', () => [255, 255, 255]],
  ])('finds nothing like a face in %s', (_, colorAt) => {
    expect(guessFace(painted(colorAt)).skinShare).toBeLessThan(LEAST_SKIN);
  });

  it('returns masks of the size of the picture whose parts do not overlap, for any picture', () => {
    const pictures = fc
      .record({ width: fc.integer({ min: 1, max: 24 }), height: fc.integer({ min: 1, max: 24 }) })
      .chain(({ width, height }) => {
        const length = width * height * 3;
        return fc.uint8Array({ minLength: length, maxLength: length }).map((rgb): Picture => ({ width, height, rgb }));
      });
    fc.assert(
      fc.property(pictures, (picture) => {
        const { masks, skinShare } = guessFace(picture);
        const { skin, hair, eyes, lips } = masks;
        for (const part of Object.values(masks)) expect(part).toHaveLength(picture.width * picture.height);
        const pairs = [
          shared(skin, eyes),
          shared(skin, lips),
          shared(skin, hair),
          shared(hair, eyes),
          shared(hair, lips),
        ];
        expect([...pairs, shared(eyes, lips)]).toEqual([0, 0, 0, 0, 0, 0]);
        expect(skinShare >= 0 && skinShare <= 1).toBe(true);
      }),
    );
  });

  it('returns the same pixels in every version, because results depend on them', () => {
    const grey = (x: number, y: number) => Math.floor((x * 997 + y * 613) * 89) % 256;
    const { masks } = guessFace(
      painted((x, y) => (inOval(x, y) ? [150 + 90 * y, 146, 108] : [grey(x, y), grey(x, y), grey(y, x)])),
    );
    const { skin, hair, eyes, lips, lipLine } = masks;
    expect(digestOf(Buffer.concat([skin, hair, eyes, lips, lipLine]))).toBe(
      '2RKHGDamyxOO97ntqq5rLLjKjUb__XYtbMDeKChuhu0',
    );
  });

  it('does not change the picture', () => {
    const picture = painted((x, y) => (inOval(x, y) ? [198, 146, 108] : HAIR));
    const before = picture.rgb.slice();
    guessFace(picture);
    expect(picture.rgb).toEqual(before);
  });
});
