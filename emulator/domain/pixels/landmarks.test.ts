import { describe, expect, it } from 'vitest';
import { boxOf, landmarksOf } from './landmarks.ts';
import type { FaceMasks } from './makeup.ts';
import type { Mask } from './picture.ts';

const [WIDTH, HEIGHT] = [100, 120];

type Boxes = [left: number, top: number, right: number, bottom: number][];

/** A mask of boxes; `right` and `bottom` are inclusive. */
function boxed(...boxes: Boxes): Mask {
  return Uint8Array.from({ length: WIDTH * HEIGHT }, (_, pixel) => {
    const [x, y] = [pixel % WIDTH, Math.floor(pixel / WIDTH)];
    return boxes.some(([left, top, right, bottom]) => x >= left && x <= right && y >= top && y <= bottom) ? 255 : 0;
  });
}

const masks = (parts: Partial<FaceMasks>): FaceMasks => ({
  skin: boxed(),
  eyes: boxed(),
  lips: boxed(),
  lipLine: boxed(),
  hair: boxed(),
  ...parts,
});

describe('the bounding box of a mask', () => {
  it('contains every pixel that is set by at least half, and is null if there is none', () => {
    expect(boxOf(boxed([20, 10, 80, 110], [5, 50, 6, 51]), WIDTH)).toEqual({
      left: 5,
      top: 10,
      right: 80,
      bottom: 110,
    });
    expect(boxOf(new Uint8Array(WIDTH * HEIGHT).fill(127), WIDTH)).toBeNull();
  });
});

describe('the landmarks of a face', () => {
  it('are at the positions of its masks', () => {
    const found = landmarksOf(
      masks({
        skin: boxed([20, 10, 80, 110]),
        eyes: boxed([30, 48, 40, 52], [60, 46, 70, 50]),
        lips: boxed([44, 80, 56, 86]),
      }),
      WIDTH,
      HEIGHT,
    );
    expect(found).toEqual({
      face: { left: 20, top: 10, right: 80, bottom: 110 },
      leftEye: { x: 35, y: 50 },
      rightEye: { x: 65, y: 48 },
      mouth: { x: 50, y: 83 },
      eyeDistance: Math.hypot(30, 2),
    });
  });

  it.each<[string, FaceMasks]>([
    ['only skin', masks({ skin: boxed([20, 10, 80, 110]) })],
    ['nothing', masks({})],
    ['one eye', masks({ skin: boxed([20, 10, 80, 110]), eyes: boxed([30, 48, 40, 52]) })],
  ])('are at the positions of most faces if %s is shown', (_, shown) => {
    const { face, leftEye, rightEye, mouth, eyeDistance } = landmarksOf(shown, WIDTH, HEIGHT);
    expect(leftEye.x).toBeLessThan(rightEye.x);
    for (const { x, y } of [leftEye, rightEye, mouth]) {
      expect(x > face.left && x < face.right && y > face.top && y < face.bottom).toBe(true);
    }
    expect(mouth.y).toBeGreaterThan(Math.max(leftEye.y, rightEye.y));
    expect(mouth.x).toBeGreaterThan(leftEye.x);
    expect(mouth.x).toBeLessThan(rightEye.x);
    expect(eyeDistance).toBeGreaterThan(10);
  });

  it('have two eyes at a distance, even if both are in one place', () => {
    const { eyeDistance } = landmarksOf(masks({ eyes: boxed([49, 50, 50, 50]) }), WIDTH, HEIGHT);
    expect(eyeDistance).toBeGreaterThanOrEqual(4);
  });
});
