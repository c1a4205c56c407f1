import { FACE_NAMES, fixtures, type MediaType } from '../../../fixtures/index.ts';
import { UsageError } from '../../../shared/command.ts';
import { bytesOfNamed, FileRefused } from '../../../shared/named-file.ts';
import { FORMATS, MAGIC_IMAGES } from '../../suite/scenario/fixture-names.ts';

export type Fixture = { name: string; media_type: string; width: number; height: number; size: number; bytes: Buffer };

const read = new Map<string, Fixture>();

/** A picture as it comes with the package. */
export function shippedFixture(name: string): Fixture {
  const found = read.get(name) ?? shipped(name);
  read.set(name, found);
  return found;
}

type OwnFace = { file: string; media_type: string; width: number; height: number };

/** The target's own face, where its data name one: a real service may want a real face. */
export function ownFixture(face: unknown): Fixture | null {
  if (!isOwnFace(face)) return null;
  const key = `own:${face.file}`;
  const found = read.get(key) ?? own(face);
  read.set(key, found);
  return found;
}

function isOwnFace(value: unknown): value is OwnFace {
  return typeof value === 'object' && value !== null && 'file' in value && typeof value.file === 'string';
}

function own({ file, media_type, width, height }: OwnFace): Fixture {
  const bytes = readPicture(file);
  return { name: 'face', media_type, width, height, size: bytes.byteLength, bytes };
}

/** A report names one too, and it may come from anybody. */
function readPicture(file: string): Buffer {
  try {
    return bytesOfNamed(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const problem = error instanceof FileRefused ? message.replace(/^it /, '') : `cannot be read (${code})`;
    throw new UsageError(`target.data.face.file names ${file}, which ${problem}`);
  }
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
