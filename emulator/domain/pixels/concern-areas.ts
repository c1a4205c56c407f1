import { uniform } from '../values/random.ts';
import type { Concern } from '../vocabulary.ts';
import type { Landmarks } from './landmarks.ts';

/** A soft spot: a rotated ellipse that is strongest in the middle. */
export type Spot = { x: number; y: number; across: number; along: number; turn: number };

type Make = (face: Frame) => Spot[];

/** Coordinates of a face: from between the eyes, in eye distances, `across` to the right and `down` to the mouth. */
type Frame = {
  spot(across: number, down: number, wide: number, high: number, turn?: number): Spot;
  /** A random number that depends only on the face, the concern and `label`. */
  draw(label: number): number;
};

/** Where each concern shows. Pairs are to the left and right of the nose. */
const AREAS: Record<Concern, Make> = {
  acne: (face) => scattered(face, 12, 0.05, [...CHEEKS, [0, 1.75]]),
  dark_circle: pair(0.5, 0.26, 0.3, 0.13),
  eye_bag: pair(0.5, 0.36, 0.26, 0.1),
  redness: (face) => [...pair(0.62, 0.75, 0.34, 0.26)(face), face.spot(0, 0.62, 0.16, 0.3)],
  oiliness: (face) => [face.spot(0, -0.62, 0.75, 0.26), face.spot(0, 0.4, 0.15, 0.5)],
  wrinkles: (face) => [
    ...[-0.5, -0.68, -0.86].map((down) => face.spot(0, down, 0.7, 0.035)),
    ...pair(1.02, 0.05, 0.16, 0.03, 0.5)(face),
    ...pair(1.02, 0.15, 0.16, 0.03, -0.3)(face),
  ],
  firmness: pair(0.72, 1.45, 0.2, 0.5, -0.5),
  moisture: pair(0.68, 0.85, 0.4, 0.42),
  pore: (face) => scattered(face, 36, 0.022, [...CHEEKS, [0, 0.6]]),
  tear_trough: pair(0.32, 0.36, 0.24, 0.06, 0.6),
  hyper_pigmentation: (face) => scattered(face, 7, 0.1, [...CHEEKS, [0, -0.6]]),
  droopy_upper_eyelid: pair(0.5, -0.17, 0.34, 0.11),
};

const CHEEKS: readonly (readonly [number, number])[] = [
  [-0.65, 0.8],
  [0.65, 0.8],
];

export function concernSpots(concern: Concern, landmarks: Landmarks, label: string): Spot[] {
  return AREAS[concern](frameOf(landmarks, `${label}/${concern}`));
}

function frameOf({ leftEye, rightEye, mouth, eyeDistance }: Landmarks, label: string): Frame {
  const between = { x: (leftEye.x + rightEye.x) / 2, y: (leftEye.y + rightEye.y) / 2 };
  const [rightX, rightY] = [(rightEye.x - leftEye.x) / eyeDistance, (rightEye.y - leftEye.y) / eyeDistance];
  const reach = Math.max(1, Math.hypot(mouth.x - between.x, mouth.y - between.y));
  // In most faces the mouth is 1.1 eye distances below the eyes; the areas stretch with longer and shorter faces.
  const downScale = reach / (1.1 * eyeDistance);
  const [downX, downY] = [(mouth.x - between.x) / reach, (mouth.y - between.y) / reach];
  return {
    spot: (across, down, wide, high, turn = 0) => ({
      x: between.x + (across * rightX + down * downScale * downX) * eyeDistance,
      y: between.y + (across * rightY + down * downScale * downY) * eyeDistance,
      across: wide * eyeDistance,
      along: high * eyeDistance,
      turn: Math.atan2(rightY, rightX) + turn,
    }),
    draw: (index) => uniform(label, index),
  };
}

function pair(across: number, down: number, wide: number, high: number, turn = 0): Make {
  return (face) => [face.spot(-across, down, wide, high, -turn), face.spot(across, down, wide, high, turn)];
}

/** Small spots around some places, always the same ones for a face. */
function scattered(face: Frame, count: number, size: number, places: readonly (readonly [number, number])[]): Spot[] {
  return Array.from({ length: count }, (_, index) => {
    const [across, down] = places[index % places.length] ?? [0, 0];
    const [x, y, z] = [face.draw(3 * index), face.draw(3 * index + 1), face.draw(3 * index + 2)];
    const radius = size * (0.6 + 0.8 * z);
    return face.spot(across + (x - 0.5) * 0.6, down + (y - 0.5) * 0.6, radius, radius);
  });
}
