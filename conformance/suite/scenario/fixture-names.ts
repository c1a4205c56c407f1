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

/** What may be named in a scenario; `face` is the target's own picture where it names one. */
export const FIXTURE_NAMES: readonly string[] = [
  'face',
  ...FACE_NAMES.flatMap((name) => FORMATS.map((format) => `${name}.${format}`)),
  ...MAGIC_IMAGES,
];
