import { drawResult, type Face, type Shown } from '../../domain/pixels/draw-result.ts';
import { guessFace } from '../../domain/pixels/guess-face.ts';
import { type Landmarks, landmarksOf } from '../../domain/pixels/landmarks.ts';
import type { Mask } from '../../domain/pixels/picture.ts';
import { digestOf } from '../../domain/values/digest.ts';
import type { InputImage, InputPart, MadeImage, ProcessTask } from '../../world/ports.ts';
import { createCache } from './cache.ts';
import { decodeMask, decodePicture, encodePicture, halvePicture } from './codec.ts';
import { knownMasks } from './known-faces.ts';

export type Inputs = { source: InputImage; hairMask: InputImage | null };

/** Work on pixels as plain data, which can be sent to another thread. */
export type PictureOrder = Inputs & ({ ask: 'open' } | { ask: 'draw'; shown: Shown; form: ResultForm });
export type ResultForm = Pick<ProcessTask, 'resultType' | 'halved'>;

/** What is found in the inputs; `skinShare` is null if the source cannot be decoded. */
export type Opened = { skinShare: number | null; isMaskWhole: boolean };
export type Drawn = Omit<MadeImage, 'role'>;
export type PictureAnswer = { opened: Opened } | { drawn: Drawn };

/** Work on the pixels of inputs. The last opened inputs are kept, up to a number of pixels. */
export type PictureWork = (order: PictureOrder) => Promise<PictureAnswer>;

export function createPictureWork(pixelsKept: number): PictureWork {
  const faces = createCache<Face | null>(pixelsKept);
  const hairMasks = createCache<Mask | null>(pixelsKept);

  const faceOf = (source: InputImage) => faces(source.digest, pixelsOf(source), () => openFace(source));
  const hairOf = ({ source, hairMask }: Inputs, { masks }: Face) =>
    hairMask === null
      ? masks.hair
      : hairMasks(`${inputName(hairMask)} for ${sidesName(source)}`, pixelsOf(source), () =>
          decodeMask(hairMask.bytes, hairMask, source).catch(() => null),
        );

  return async (order) => {
    const face = await faceOf(order.source);
    const hair = face && (await hairOf(order, face));
    if (order.ask === 'open') return { opened: { skinShare: face?.skinShare ?? null, isMaskWhole: hair !== null } };
    if (face === null || hair === null) throw new Error('what cannot be decoded was to be drawn');
    return { drawn: await draw(face, hair, order.shown, order.form) };
  };
}

/** The result for an input also depends on the size that was given for it. */
export function inputName(input: InputPart): string {
  return `${input.digest} ${sidesName(input)}`;
}

function sidesName({ width, height }: { width: number; height: number }): string {
  return `${width} x ${height}`;
}

export function pixelsOf({ width, height }: { width: number; height: number }): number {
  return width * height;
}

async function openFace({ digest, bytes }: InputImage): Promise<Face | null> {
  const picture = await decodePicture(bytes).catch(() => null);
  if (picture === null) return null;
  const known = await knownMasks(digest);
  const { masks, skinShare } = known === null ? guessFace(picture) : { masks: known, skinShare: 1 };
  let landmarks: Landmarks | null = null;
  return {
    picture,
    masks,
    skinShare,
    landmarks: () => {
      landmarks ??= landmarksOf(masks, picture.width, picture.height);
      return landmarks;
    },
  };
}

async function draw(face: Face, hair: Mask, shown: Shown, { resultType, halved }: ResultForm): Promise<Drawn> {
  const drawn = drawResult(face, hair, shown);
  const picture = halved ? await halvePicture(drawn) : drawn;
  const bytes = await encodePicture(picture, resultType);
  const { width, height } = picture;
  return { mediaType: resultType, digest: digestOf(bytes), sizeBytes: bytes.byteLength, width, height, bytes };
}
