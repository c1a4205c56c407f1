import { FACE_NAMES } from '../../../fixtures/index.ts';

export const FORMATS: readonly string[] = ['jpeg', 'png', 'webp'];
export const MAGIC_IMAGES: readonly string[] = [
  'no-face',
  'low-quality',
  'truncated',
  'slow',
  'expires-soon',
  'processing-fails',
];

/** The pictures that a scenario can name. `face` is the target's own picture, if it specifies one. */
export const FIXTURE_NAMES: readonly string[] = [
  'face',
  ...FACE_NAMES.flatMap((name) => FORMATS.map((format) => `${name}.${format}`)),
  ...MAGIC_IMAGES,
];
