import type { ColorGradient } from '../submission.ts';
import { clamp, meanBrightness, mixed, share } from './paint.ts';
import { brightness, copyPicture, type Mask, type Picture, parseColor } from './picture.ts';

/** How much of the old color is covered at full opacity, and how much of the light and shade is kept. */
const STRENGTH = 0.85;
const TEXTURE = 0.75;
/** A brightness this far below or above the mean counts as fully dark or light. */
const SPREAD = 0.5;

/** Colors the masked hair: the dark stop where it is dark, the light stop where it is light, and a mix in between. */
export function colorHair(face: Picture, mask: Mask, { dark, light }: ColorGradient): Picture {
  const made = copyPicture(face);
  const { rgb } = made;
  const middle = meanBrightness(face, mask);
  const [darkOpacity, lightOpacity] = [share(dark.opacity), share(light.opacity)];
  const [darkColor, lightColor] = [parseColor(dark.color), parseColor(light.color)];
  for (let pixel = 0; pixel < mask.length; pixel += 1) {
    const inside = (mask[pixel] ?? 0) / 255;
    if (inside === 0) continue;
    const at = pixel * 3;
    const level = brightness(rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0) / middle;
    const toLight = Math.min(1, Math.max(0, (level - 1 + SPREAD) / (2 * SPREAD)));
    const strength = inside * STRENGTH * (darkOpacity + (lightOpacity - darkOpacity) * toLight);
    const shade = 1 + (level - 1) * TEXTURE;
    for (let channel = 0; channel < 3; channel += 1) {
      const from = darkColor[channel] ?? 0;
      const color = clamp((from + ((lightColor[channel] ?? 0) - from) * toLight) * shade);
      rgb[at + channel] = clamp(mixed(rgb[at + channel] ?? 0, color, strength));
    }
  }
  return made;
}
