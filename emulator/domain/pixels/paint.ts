import { brightness, type Mask, type Picture, type Rgb } from './picture.ts';

/**
 * Paints a color over the masked part of a picture, in place. `texture` is how much of the light and shade of the bare
 * face shows through, from 0 (a coat of paint) to 1 (all of it). Layers elsewhere in the picture make no difference.
 * Pixels outside the mask do not change; opacity 0 changes nothing.
 */
export function paint(
  { rgb }: Picture,
  face: Picture,
  mask: Mask,
  color: Rgb,
  { opacity, texture }: { opacity: number; texture: number },
): void {
  const bare = face.rgb;
  const middle = meanBrightness(face, mask);
  const [red, green, blue] = color;
  for (let pixel = 0; pixel < mask.length; pixel += 1) {
    const strength = ((mask[pixel] ?? 0) / 255) * opacity;
    if (strength <= 0) continue;
    const at = pixel * 3;
    const light = brightness(bare[at] ?? 0, bare[at + 1] ?? 0, bare[at + 2] ?? 0) / middle;
    const shade = 1 + (light - 1) * texture;
    rgb[at] = mixed(rgb[at] ?? 0, clamp(red * shade), strength);
    rgb[at + 1] = mixed(rgb[at + 1] ?? 0, clamp(green * shade), strength);
    rgb[at + 2] = mixed(rgb[at + 2] ?? 0, clamp(blue * shade), strength);
  }
}

/** One channel after another color covers it in part. */
export function mixed(below: number, above: number, strength: number): number {
  return Math.round(below + (above - below) * strength);
}

/** The mean brightness of the masked pixels; never 0, because it is used as a divisor. */
export function meanBrightness({ rgb }: Picture, mask: Mask): number {
  let sum = 0;
  let weight = 0;
  for (let pixel = 0; pixel < mask.length; pixel += 1) {
    const inside = mask[pixel] ?? 0;
    if (inside === 0) continue;
    sum += inside * brightness(rgb[pixel * 3] ?? 0, rgb[pixel * 3 + 1] ?? 0, rgb[pixel * 3 + 2] ?? 0);
    weight += inside;
  }
  return weight === 0 ? 128 : Math.max(1, sum / weight);
}

export function clamp(value: number): number {
  return Math.min(255, Math.max(0, value));
}

/** An opacity clamped to 0 to 1, since reading 9 may accept other values. */
export function share(opacity: number): number {
  return Math.min(1, Math.max(0, opacity));
}
