import { describe, expect, it } from 'vitest';
import { CONCERNS, type Concern } from '../vocabulary.ts';
import { concernSpots } from './concern-areas.ts';
import { type Landmarks, landmarksOf } from './landmarks.ts';
import type { FaceMasks } from './makeup.ts';
import { showConcern } from './skin.ts';

const [WIDTH, HEIGHT] = [100, 120];
const LANDMARKS: Landmarks = {
  face: { left: 20, top: 10, right: 80, bottom: 110 },
  leftEye: { x: 35, y: 50 },
  rightEye: { x: 65, y: 50 },
  mouth: { x: 50, y: 83 },
  eyeDistance: 30,
};

const full = () => new Uint8Array(WIDTH * HEIGHT).fill(255);
const empty = () => new Uint8Array(WIDTH * HEIGHT);
const boxed = (left: number, top: number, right: number, bottom: number) =>
  Uint8Array.from({ length: WIDTH * HEIGHT }, (_, pixel) => {
    const [x, y] = [pixel % WIDTH, Math.floor(pixel / WIDTH)];
    return x >= left && x < right && y >= top && y < bottom ? 255 : 0;
  });
const MASKS: FaceMasks = {
  skin: boxed(20, 10, 80, 110),
  eyes: boxed(30, 47, 70, 53),
  lips: boxed(42, 80, 58, 86),
  lipLine: empty(),
  hair: empty(),
};
const partsIn = (masks: FaceMasks) => ({ masks, landmarks: landmarksOf(masks, WIDTH, HEIGHT) });
const PARTS = partsIn(MASKS);
const FACE = { width: WIDTH, height: HEIGHT, rgb: new Uint8Array(WIDTH * HEIGHT * 3).fill(180) };

const brightest = ({ rgb }: { rgb: Uint8Array }) => rgb.reduce((most, value) => Math.max(most, value), 0);

describe('the areas of a concern', () => {
  it.each<[Concern, (y: number) => boolean]>([
    ['dark_circle', (y) => y > 50 && y < 66],
    ['eye_bag', (y) => y > 50 && y < 70],
    ['droopy_upper_eyelid', (y) => y < 50 && y > 38],
    ['firmness', (y) => y > 75],
    ['moisture', (y) => y > 60 && y < 85],
  ])('of %s are in the right place on a face, symmetrically', (concern, isRight) => {
    const spots = concernSpots(concern, LANDMARKS, 'a face');
    expect(spots).toHaveLength(2);
    for (const { y } of spots) expect(isRight(y)).toBe(true);
    expect((spots[0]?.x ?? 0) + (spots[1]?.x ?? 0)).toBeCloseTo(100);
  });

  it.each<[Concern, (spot: { x: number; y: number }) => boolean]>([
    ['wrinkles', ({ x, y }) => (x > 35 && x < 65 ? y < 40 : Math.abs(y - 50) < 10)],
    ['oiliness', ({ x, y }) => Math.abs(x - 50) < 3 && (y < 40 || (y > 50 && y < 80))],
    ['redness', ({ y }) => y > 55 && y < 83],
    ['acne', ({ y }) => y > 60 && y < 115],
    ['pore', ({ y }) => y > 55 && y < 90],
    ['hyper_pigmentation', ({ y }) => y < 45 || (y > 60 && y < 90)],
    ['tear_trough', ({ x, y }) => x > 35 && x < 65 && y > 50 && y < 70],
  ])('of %s are all in the right place on a face', (concern, isRight) => {
    const spots = concernSpots(concern, LANDMARKS, 'a face');
    expect(spots.length).toBeGreaterThan(1);
    expect(spots.filter((spot) => !isRight(spot))).toEqual([]);
  });

  it('include wrinkles above the eyes', () => {
    expect(concernSpots('wrinkles', LANDMARKS, 'a face').filter(({ y }) => y < 40)).toHaveLength(3);
  });

  it.each(CONCERNS)('grow with the face: %s', (concern) => {
    const twice = ({ x, y }: { x: number; y: number }) => ({ x: x * 2, y: y * 2 });
    const { face, leftEye, rightEye, mouth, eyeDistance } = LANDMARKS;
    const large = {
      face: { left: face.left * 2, top: face.top * 2, right: face.right * 2, bottom: face.bottom * 2 },
      leftEye: twice(leftEye),
      rightEye: twice(rightEye),
      mouth: twice(mouth),
      eyeDistance: eyeDistance * 2,
    };
    const spots = concernSpots(concern, large, 'a face');
    const expected = concernSpots(concern, LANDMARKS, 'a face');
    expect(spots).toHaveLength(expected.length);
    spots.forEach((spot, index) => {
      const { x = 0, y = 0, across = 0, along = 0, turn = 0 } = expected[index] ?? {};
      for (const [got, wanted] of [
        [spot.x, x * 2],
        [spot.y, y * 2],
        [spot.across, across * 2],
        [spot.along, along * 2],
        [spot.turn, turn],
      ] as const) {
        expect(got).toBeCloseTo(wanted, 6);
      }
    });
  });

  it('turn with the face', () => {
    const turned = { ...LANDMARKS, leftEye: { x: 50, y: 35 }, rightEye: { x: 50, y: 65 }, mouth: { x: 17, y: 50 } };
    for (const { x } of concernSpots('dark_circle', turned, 'a face')) expect(x).toBeLessThan(50);
  });

  it('are the same each time for a face, and differ between faces', () => {
    expect(concernSpots('acne', LANDMARKS, 'one')).toEqual(concernSpots('acne', LANDMARKS, 'one'));
    expect(concernSpots('acne', LANDMARKS, 'one')).not.toEqual(concernSpots('acne', LANDMARKS, 'another'));
  });
});

describe('the pictures of a concern', () => {
  it.each(CONCERNS)(
    'of %s: the mask is black outside the face, and the visual changes exactly where the mask is set',
    (concern) => {
      const mask = showConcern(FACE, PARTS, 'a face', { concern, kind: 'mask', level: 1 });
      const visual = showConcern(FACE, PARTS, 'a face', { concern, kind: 'visual', level: 1 });
      expect(brightest(mask)).toBeGreaterThan(200);
      const wrong = Array.from({ length: WIDTH * HEIGHT }, (_, pixel) => pixel).filter((pixel) => {
        const shown = mask.rgb[pixel * 3] ?? 0;
        const onFace = (MASKS.skin[pixel] ?? 0) + (MASKS.eyes[pixel] ?? 0) > 0;
        const changed = [0, 1, 2].some((channel) => visual.rgb[pixel * 3 + channel] !== 180);
        return (shown > 0 && !onFace) || (changed && shown === 0) || (shown > 40 && !changed);
      });
      expect(wrong).toEqual([]);
    },
  );

  it.each(CONCERNS)('of %s show more the higher the score is, and something at the lowest score', (concern) => {
    const levels = [0, 0.5, 1].map((level) =>
      brightest(showConcern(FACE, partsIn({ ...MASKS, skin: full() }), 'a', { concern, kind: 'mask', level })),
    );
    expect(levels).toEqual([...new Set(levels)].toSorted((a, b) => a - b));
    expect(levels).toHaveLength(3);
    expect(levels[0]).toBeGreaterThan(40);
  });

  it.each(['mask', 'visual'] as const)('have the size of the face, and do not change it (%s)', (kind) => {
    const before = FACE.rgb.slice();
    const { width, height, rgb } = showConcern(FACE, PARTS, 'a face', { concern: 'redness', kind, level: 1 });
    expect([width, height, rgb.length]).toEqual([WIDTH, HEIGHT, WIDTH * HEIGHT * 3]);
    expect(FACE.rgb).toEqual(before);
  });

  it('are grey if they are masks', () => {
    const { rgb } = showConcern(FACE, PARTS, 'a face', { concern: 'acne', kind: 'mask', level: 1 });
    expect(rgb.findIndex((value, at) => value !== rgb[at - (at % 3)])).toBe(-1);
  });

  it('are the same each time for a face, and differ between faces if spots are scattered', () => {
    const shown = (label: string) =>
      Buffer.from(showConcern(FACE, PARTS, label, { concern: 'acne', kind: 'mask', level: 1 }).rgb);
    expect(shown('one').equals(shown('one'))).toBe(true);
    expect(shown('one').equals(shown('another'))).toBe(false);
  });

  it('are black, or the unchanged face, if there is neither skin nor eyes', () => {
    const bare = { ...MASKS, skin: empty(), eyes: empty() };
    expect(brightest(showConcern(FACE, partsIn(bare), 'a', { concern: 'moisture', kind: 'mask', level: 1 }))).toBe(0);
    const visual = showConcern(FACE, partsIn(bare), 'a', { concern: 'moisture', kind: 'visual', level: 1 });
    expect(Buffer.from(visual.rgb).equals(Buffer.from(FACE.rgb))).toBe(true);
  });
});
