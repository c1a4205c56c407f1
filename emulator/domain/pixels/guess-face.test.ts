import { describe, expect, it } from 'vitest';
import { guessFace, LEAST_SKIN } from './guess-face.ts';
import type { Picture, Rgb } from './picture.ts';

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

describe('the guess at where a face is', () => {
  it.each<[string, Rgb]>([
    ['light', [241, 205, 180]],
    ['medium', [198, 146, 108]],
    ['dark', [110, 72, 50]],
  ])('finds %s skin in the middle and dark hair around it, and no pixel in two parts', (_, skinColor) => {
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
    ['a blue wall', () => [60, 110, 200]],
    ['grey', () => [128, 128, 128]],
    ['a meadow', (_, y) => (y < 0.5 ? [150, 190, 240] : [70, 150, 60])],
    ['black', () => [0, 0, 0]],
    ['white', () => [255, 255, 255]],
  ])('finds nothing like a face in %s', (_, colorAt) => {
    expect(guessFace(painted(colorAt)).skinShare).toBeLessThan(LEAST_SKIN);
  });
});
