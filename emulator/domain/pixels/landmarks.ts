import type { FaceMasks } from './makeup.ts';
import type { Mask } from './picture.ts';

export type Box = { left: number; top: number; right: number; bottom: number };
export type Point = { x: number; y: number };

/** The points of a face from which the other areas are measured. */
export type Landmarks = { face: Box; leftEye: Point; rightEye: Point; mouth: Point; eyeDistance: number };

/** Finds the points in the masks. A point that no mask shows is placed where it is in most faces. */
export function landmarksOf(masks: FaceMasks, width: number, height: number): Landmarks {
  const face = boxOf(masks.skin, width) ?? {
    left: width * 0.25,
    top: height * 0.15,
    right: width * 0.75,
    bottom: height * 0.85,
  };
  const middle = (face.left + face.right) / 2;
  const faceHeight = face.bottom - face.top;
  const usual = { y: face.top + faceHeight * 0.4, reach: (face.right - face.left) * 0.2 };
  const leftEye = centreOf(masks.eyes, width, 0, middle) ?? { x: middle - usual.reach, y: usual.y };
  const rightEye = centreOf(masks.eyes, width, middle, width) ?? { x: middle + usual.reach, y: usual.y };
  const mouth = centreOf(masks.lips, width, 0, width) ?? { x: middle, y: face.top + faceHeight * 0.72 };
  const eyeDistance = Math.max(4, Math.hypot(rightEye.x - leftEye.x, rightEye.y - leftEye.y));
  return { face, leftEye, rightEye, mouth, eyeDistance };
}

const INSIDE = 128;

export function boxOf(mask: Mask, width: number): Box | null {
  let box: Box | null = null;
  for (let y = 0; y * width < mask.length; y += 1) {
    const start = y * width;
    for (let x = 0; x < width; x += 1) {
      if ((mask[start + x] ?? 0) < INSIDE) continue;
      box ??= { left: x, top: y, right: x, bottom: y };
      if (x < box.left) box.left = x;
      if (x > box.right) box.right = x;
      box.bottom = y;
    }
  }
  return box;
}

/** The center of the set pixels in the columns from `from` to `to`, which is exclusive. */
function centreOf(mask: Mask, width: number, from: number, to: number): Point | null {
  let [sumX, sumY, count] = [0, 0, 0];
  for (let y = 0; y * width < mask.length; y += 1) {
    const start = y * width;
    for (let x = Math.ceil(from); x < to; x += 1) {
      if ((mask[start + x] ?? 0) < INSIDE) continue;
      sumX += x;
      sumY += y;
      count += 1;
    }
  }
  return count === 0 ? null : { x: sumX / count, y: sumY / count };
}
