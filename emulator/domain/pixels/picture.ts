/** An upright picture in sRGB: three bytes per pixel, row by row. */
export type Picture = { width: number; height: number; rgb: Uint8Array };

/** How much each pixel belongs to something: 0 is not at all, 255 is fully. */
export type Mask = Uint8Array;

export type Rgb = readonly [red: number, green: number, blue: number];

export function emptyMask({ width, height }: { width: number; height: number }): Mask {
  return new Uint8Array(width * height);
}

export function copyPicture({ width, height, rgb }: Picture): Picture {
  // Not slice(): a slice of a Buffer is a view of the same bytes.
  return { width, height, rgb: new Uint8Array(rgb) };
}

/** Parses `#a1304a`, `a1304a` or `rgb(161, 48, 74)`; any other accepted text becomes a color by its hash. */
export function parseColor(text: string): Rgb {
  const [, red, green, blue] = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/.exec(text) ?? [];
  if (blue !== undefined) return [byte(red), byte(green), byte(blue)];
  const hex = /^#?([0-9a-f]{6})$/i.exec(text)?.[1];
  const value = hex === undefined ? foldText(text) : Number.parseInt(hex, 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function byte(digits = ''): number {
  return Math.min(255, Number(digits));
}

/** The perceived brightness of a color, 0 to 255 (Rec. 601). */
export function brightness(red: number, green: number, blue: number): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

export function coverage(mask: Mask): number {
  let sum = 0;
  for (let index = 0; index < mask.length; index += 1) sum += mask[index] ?? 0;
  return mask.length === 0 ? 0 : sum / (255 * mask.length);
}

function foldText(text: string): number {
  let value = 0;
  for (const letter of text) value = (Math.imul(value, 31) + (letter.codePointAt(0) ?? 0)) & 0xffffff;
  return value;
}
