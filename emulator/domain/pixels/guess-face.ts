import type { FaceMasks } from './makeup.ts';
import { meanBrightness } from './paint.ts';
import { brightness, coverage, emptyMask, type Mask, type Picture } from './picture.ts';

/**
 * Estimates where a face is in an unknown picture. The face is assumed to fill an upright oval in the middle. Pixels in
 * it with a skin-like color are skin; eyes, lips and the lip line are placed where they are in most faces; pixels
 * around the face that are much darker than the skin are hair. Fair hair is not found.
 */
export type Guess = { masks: FaceMasks /** How much of the oval looks like skin, 0 to 1. */; skinShare: number };

/** If the share of skin in the middle is less than this, no face is found. */
export const LEAST_SKIN = 0.25;

/** Pixels around the face that are darker than this share of the brightness of the skin are hair. */
const HAIR_OF_SKIN = 0.6;

const OVAL = { x: 0.5, y: 0.5, across: 0.3, along: 0.38 };

export function guessFace(picture: Picture): Guess {
  const { width, height } = picture;
  const parts = partsOf(picture);
  const colored = skinColored(picture, parts.oval);
  const darkest = HAIR_OF_SKIN * meanBrightness(picture, colored);
  const [skin, hair] = [colored, emptyMask(picture)];
  markHair(picture, hair, parts, darkest);
  const skinShare = coverage(colored) / Math.max(coverage(filled(picture, parts.oval)), 1 / (width * height));
  keepBareSkin(picture, skin, parts, darkest);
  const { leftEye, rightEye, lips, insideLine, line } = parts;
  const eyes = filled(picture, leftEye, rightEye);
  const lipLine = filled(picture, line);
  clear(lipLine, width, insideLine);
  return { masks: { skin, lips: filled(picture, lips), lipLine, eyes, hair }, skinShare };
}

function partsOf(size: Size) {
  return {
    oval: ellipse(size, OVAL.x, OVAL.y, OVAL.across, OVAL.along),
    leftEye: ellipse(size, 0.39, 0.44, 0.055, 0.022),
    rightEye: ellipse(size, 0.61, 0.44, 0.055, 0.022),
    lips: ellipse(size, 0.5, 0.69, 0.095, 0.034),
    line: ellipse(size, 0.5, 0.69, 0.105, 0.042),
    insideLine: ellipse(size, 0.5, 0.69, 0.085, 0.026),
    around: ellipse(size, 0.5, 0.45, 0.44, 0.47),
  };
}

type Parts = ReturnType<typeof partsOf>;

function skinColored({ width, height, rgb }: Picture, oval: Ellipse): Mask {
  const mask = emptyMask({ width, height });
  for (let row = 0; row < height; row += 1) {
    const end = row * width + (oval.to[row] ?? 0);
    for (let pixel = row * width + (oval.from[row] ?? 0); pixel < end; pixel += 1) {
      if (isSkin(rgb[pixel * 3] ?? 0, rgb[pixel * 3 + 1] ?? 0, rgb[pixel * 3 + 2] ?? 0)) mask[pixel] = 255;
    }
  }
  return mask;
}

/** Marks dark pixels around the face, except eyes and lips. */
function markHair({ width, height, rgb }: Picture, hair: Mask, parts: Parts, darkest: number): void {
  const { from, to } = parts.around;
  for (let row = 0; row < height; row += 1) {
    const end = row * width + (to[row] ?? 0);
    for (let pixel = row * width + (from[row] ?? 0); pixel < end; pixel += 1) {
      if (brightness(rgb[pixel * 3] ?? 0, rgb[pixel * 3 + 1] ?? 0, rgb[pixel * 3 + 2] ?? 0) < darkest)
        hair[pixel] = 255;
    }
  }
  clear(hair, width, parts.leftEye, parts.rightEye, parts.lips);
}

function keepBareSkin({ width, rgb }: Picture, skin: Mask, parts: Parts, darkest: number): void {
  clear(skin, width, parts.leftEye, parts.rightEye, parts.lips);
  for (let pixel = 0; pixel < skin.length; pixel += 1) {
    if (skin[pixel] === 0) continue;
    if (brightness(rgb[pixel * 3] ?? 0, rgb[pixel * 3 + 1] ?? 0, rgb[pixel * 3 + 2] ?? 0) < darkest) skin[pixel] = 0;
  }
}

/** Skin of any tone is in a narrow range of hues: more red than green, more green than blue, neither grey nor vivid. */
function isSkin(red: number, green: number, blue: number): boolean {
  const light = brightness(red, green, blue);
  const redness = 128 + 0.713 * (red - light);
  const blueness = 128 + 0.564 * (blue - light);
  return light > 25 && redness > 132 && redness < 180 && blueness > 75 && blueness < 128;
}

type Size = { width: number; height: number };

/** The columns inside the ellipse in each row; `to` is exclusive. */
type Ellipse = { from: Int32Array; to: Int32Array };

function ellipse({ width, height }: Size, x: number, y: number, across: number, along: number): Ellipse {
  const [from, to] = [new Int32Array(height), new Int32Array(height)];
  for (let row = 0; row < height; row += 1) {
    const down = ((row + 0.5) / height - y) / along;
    if (Math.abs(down) >= 1) continue;
    const reach = Math.sqrt(1 - down * down) * across;
    from[row] = Math.max(0, Math.round((x - reach) * width));
    to[row] = Math.min(width, Math.round((x + reach) * width));
  }
  return { from, to };
}

function filled(size: Size, ...ellipses: readonly Ellipse[]): Mask {
  const mask = emptyMask(size);
  for (const one of ellipses) fill(mask, size.width, one, 255);
  return mask;
}

function clear(mask: Mask, width: number, ...ellipses: readonly Ellipse[]): void {
  for (const one of ellipses) fill(mask, width, one, 0);
}

function fill(mask: Mask, width: number, { from, to }: Ellipse, value: number): void {
  for (let row = 0; row < from.length; row += 1) {
    mask.fill(value, row * width + (from[row] ?? 0), row * width + (to[row] ?? 0));
  }
}
