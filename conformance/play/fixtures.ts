import { readFileSync } from 'node:fs';
import { FACE_NAMES, fixtures, type MediaType } from '../../fixtures/index.ts';
import { FORMATS, MAGIC_IMAGES } from '../suite/scenario/fixture-names.ts';

export type Fixture = { name: string; media_type: string; width: number; height: number; size: number; bytes: Buffer };

/** Unless a target names a picture of its own, this is the face of every scenario. */
const STANDARD_FACE = 'long-dark-wavy.jpeg';

const read = new Map<string, Fixture>();

/** An image to upload. `face` is the target's own where it names one: a real service may want a real face. */
export function fixtureNamed(name: string, ownFace?: unknown): Fixture {
  const path = name === 'face' && isOwnFace(ownFace) ? ownFace : null;
  const key = path === null ? name : `own:${path.file}`;
  const found = read.get(key) ?? (path === null ? shipped(name === 'face' ? STANDARD_FACE : name) : own(path));
  read.set(key, found);
  return found;
}

type OwnFace = { file: string; media_type: string; width: number; height: number };

function isOwnFace(value: unknown): value is OwnFace {
  return typeof value === 'object' && value !== null && 'file' in value;
}

function own({ file, media_type, width, height }: OwnFace): Fixture {
  const bytes = readFileSync(file);
  return { name: 'face', media_type, width, height, size: bytes.byteLength, bytes };
}

function shipped(name: string): Fixture {
  if (MAGIC_IMAGES.includes(name)) {
    const image = fixtures.magicImage(name);
    const bytes = image.bytes();
    return {
      name,
      media_type: image.mediaType,
      width: image.width,
      height: image.height,
      size: bytes.byteLength,
      bytes,
    };
  }
  const [face = '', format = ''] = name.split('.');
  const known = FACE_NAMES.find((one) => one === face);
  if (known === undefined || !FORMATS.includes(format)) throw new Error(`There is no fixture ${name}.`);
  const { width, height, ...picture } = fixtures.face(known);
  const media_type = `image/${format}` as MediaType;
  const bytes = picture.bytes(media_type);
  return { name, media_type, width, height, size: bytes.byteLength, bytes };
}
