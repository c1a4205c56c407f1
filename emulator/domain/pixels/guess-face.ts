import type { FaceMasks } from './makeup.ts';
import { meanBrightness } from './paint.ts';
import { brightness, coverage, emptyMask, type Mask, type Picture } from './picture.ts';

/**
 * Estimates where a face is in an unknown picture. The face is taken to fill an upright oval in the middle; skin is what
 * has a skin-like color there; eyes, lips and their line are put where they lie in most faces; hair is what is much darker
 * than the skin, around and above. Fair hair is not found.
 */
export type Guess = { masks: FaceMasks /** How much of the oval looks like skin, 0 to 1. */; skinShare: number };

/** With less skin than this in the middle, no face is found. */
export const LEAST_SKIN = 0.25;

/** What is darker than this part of the skin, around the face, is hair. */
const HAIR_OF_SKIN = 0.6;

const OVAL = { x: 0.5, y: 0.5, across: 0.3, along: 0.38 };

export function guessFace(picture: Picture): Guess {
  const { width, height } = picture;
  const oval = ellipse(picture, OVAL.x, OVAL.y, OVAL.across, OVAL.along);
  const eyes = joined(ellipse(picture, 0.39, 0.44, 0.055, 0.022), ellipse(picture, 0.61, 0.44, 0.055, 0.022));
  const lips = ellipse(picture, 0.5, 0.69, 0.095, 0.034);
  const lipLine = without(ellipse(picture, 0.5, 0.69, 0.105, 0.042), ellipse(picture, 0.5, 0.69, 0.085, 0.026));
  const skinColored = where(picture, isSkin);
  const darkest = HAIR_OF_SKIN * meanBrightness(picture, common(oval, skinColored));
  const dark = where(picture, (red, green, blue) => brightness(red, green, blue) < darkest);
  const skin = without(without(without(common(oval, skinColored), eyes), lips), dark);
  const hair = without(common(ellipse(picture, 0.5, 0.45, 0.44, 0.47), dark), joined(eyes, lips));
  const skinShare = coverage(common(oval, skinColored)) / Math.max(coverage(oval), 1 / (width * height));
  return { masks: { skin, lips, lipLine, eyes, hair }, skinShare };
}

/** Skin of any tone lies in a narrow band of hues: more red than green, more green than blue, neither grey nor vivid. */
function isSkin(red: number, green: number, blue: number): boolean {
  const light = brightness(red, green, blue);
  const redness = 128 + 0.713 * (red - light);
  const blueness = 128 + 0.564 * (blue - light);
  return light > 25 && redness > 132 && redness < 180 && blueness > 75 && blueness < 128;
}

type Size = { width: number; height: number };

function ellipse(size: Size, x: number, y: number, across: number, along: number): Mask {
  const { width, height } = size;
  const mask = emptyMask(size);
  for (let row = 0; row < height; row += 1) {
    const down = ((row + 0.5) / height - y) / along;
    if (Math.abs(down) >= 1) continue;
    const reach = Math.sqrt(1 - down * down) * across;
    const from = Math.max(0, Math.round((x - reach) * width));
    mask.fill(255, row * width + from, row * width + Math.min(width, Math.round((x + reach) * width)));
  }
  return mask;
}

function where({ width, height, rgb }: Picture, is: (red: number, green: number, blue: number) => boolean): Mask {
  const mask = emptyMask({ width, height });
  for (let pixel = 0; pixel < mask.length; pixel += 1) {
    if (is(rgb[pixel * 3] ?? 0, rgb[pixel * 3 + 1] ?? 0, rgb[pixel * 3 + 2] ?? 0)) mask[pixel] = 255;
  }
  return mask;
}

function common(one: Mask, other: Mask): Mask {
  const made = new Uint8Array(one.length);
  for (let pixel = 0; pixel < made.length; pixel += 1) made[pixel] = Math.min(one[pixel] ?? 0, other[pixel] ?? 0);
  return made;
}

function joined(one: Mask, other: Mask): Mask {
  const made = new Uint8Array(one.length);
  for (let pixel = 0; pixel < made.length; pixel += 1) made[pixel] = Math.max(one[pixel] ?? 0, other[pixel] ?? 0);
  return made;
}

function without(one: Mask, other: Mask): Mask {
  const made = new Uint8Array(one.length);
  for (let pixel = 0; pixel < made.length; pixel += 1)
    made[pixel] = Math.min(one[pixel] ?? 0, 255 - (other[pixel] ?? 0));
  return made;
}
