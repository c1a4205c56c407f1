import type { Concern, VisualizationKind } from '../vocabulary.ts';
import { concernSpots, type Spot } from './concern-areas.ts';
import type { Landmarks } from './landmarks.ts';
import type { FaceMasks } from './makeup.ts';
import { mixed } from './paint.ts';
import { copyPicture, emptyMask, type Mask, type Picture, type Rgb } from './picture.ts';

/** The strength of a concern with the lowest score; the strength grows with the score. */
const FAINTEST = 0.35;
const TINT_STRENGTH = 0.6;

const TINT: Record<Concern, Rgb> = {
  acne: [214, 40, 57],
  dark_circle: [88, 24, 140],
  eye_bag: [106, 76, 147],
  redness: [230, 57, 70],
  oiliness: [244, 162, 17],
  wrinkles: [38, 70, 160],
  firmness: [0, 119, 120],
  moisture: [0, 140, 220],
  pore: [120, 72, 20],
  tear_trough: [70, 40, 120],
  hyper_pigmentation: [150, 80, 10],
  droopy_upper_eyelid: [20, 110, 60],
};

export type Finding = {
  concern: Concern;
  kind: VisualizationKind;
  /** The score as a share of the range of scores, 0 to 1. */
  level: number;
};

/** The picture of a concern: for `mask`, white on black; for `visual`, the face with the concern marked. */
export function showConcern(
  face: Picture,
  { masks, landmarks }: { masks: FaceMasks; landmarks: Landmarks },
  label: string,
  { concern, kind, level }: Finding,
): Picture {
  const { width, height } = face;
  const spots = concernSpots(concern, landmarks, label);
  const shown = emptyMask(face);
  for (const spot of spots) drawSpot(shown, width, height, spot, FAINTEST + (1 - FAINTEST) * level);
  keepOnFace(shown, masks);
  return kind === 'mask' ? grey(face, shown) : tinted(face, shown, TINT[concern]);
}

function drawSpot(
  mask: Mask,
  width: number,
  height: number,
  { x, y, across, along, turn }: Spot,
  strength: number,
): void {
  const reach = Math.ceil(Math.max(across, along, 1));
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  for (let row = Math.max(0, Math.floor(y - reach)); row <= Math.min(height - 1, Math.ceil(y + reach)); row += 1) {
    for (
      let column = Math.max(0, Math.floor(x - reach));
      column <= Math.min(width - 1, Math.ceil(x + reach));
      column += 1
    ) {
      const [dx, dy] = [column - x, row - y];
      const far =
        ((dx * cos + dy * sin) / Math.max(across, 0.5)) ** 2 + ((dy * cos - dx * sin) / Math.max(along, 0.5)) ** 2;
      if (far >= 1) continue;
      const value = Math.round(255 * strength * (1 - far * far));
      const at = row * width + column;
      if (value > (mask[at] ?? 0)) mask[at] = value;
    }
  }
}

/** Concerns show on skin and eyes only, not on hair, lips or outside the face. */
function keepOnFace(shown: Mask, { skin, eyes }: FaceMasks): void {
  for (let pixel = 0; pixel < shown.length; pixel += 1) {
    if (shown[pixel] === 0) continue;
    const room = Math.max(skin[pixel] ?? 0, eyes[pixel] ?? 0);
    shown[pixel] = Math.round(((shown[pixel] ?? 0) * room) / 255);
  }
}

function grey({ width, height }: Picture, shown: Mask): Picture {
  const rgb = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < shown.length; pixel += 1) {
    const value = shown[pixel] ?? 0;
    if (value === 0) continue;
    rgb[pixel * 3] = value;
    rgb[pixel * 3 + 1] = value;
    rgb[pixel * 3 + 2] = value;
  }
  return { width, height, rgb };
}

function tinted(face: Picture, shown: Mask, [red, green, blue]: Rgb): Picture {
  const made = copyPicture(face);
  const { rgb } = made;
  for (let pixel = 0; pixel < shown.length; pixel += 1) {
    const strength = ((shown[pixel] ?? 0) / 255) * TINT_STRENGTH;
    if (strength === 0) continue;
    rgb[pixel * 3] = mixed(rgb[pixel * 3] ?? 0, red, strength);
    rgb[pixel * 3 + 1] = mixed(rgb[pixel * 3 + 1] ?? 0, green, strength);
    rgb[pixel * 3 + 2] = mixed(rgb[pixel * 3 + 2] ?? 0, blue, strength);
  }
  return made;
}
