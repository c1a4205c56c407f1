import { guessFace, LEAST_SKIN } from '../../domain/pixels/guess-face.ts';
import { colorHair } from '../../domain/pixels/hair.ts';
import { applyMakeup, type FaceMasks } from '../../domain/pixels/makeup.ts';
import type { Mask, Picture } from '../../domain/pixels/picture.ts';
import { type Finding, showConcern } from '../../domain/pixels/skin.ts';
import { digestOf } from '../../domain/values/digest.ts';
import type { Images, InputImage, MadeImage, MadeImages, ProcessTask } from '../../world/ports.ts';
import { createCache, createGate } from './cache.ts';
import { decodeMask, decodePicture, encodePicture, encodeUpload, halvePicture } from './codec.ts';
import { inspectImage } from './inspect.ts';
import { fixedInput, knownMasks } from './known-faces.ts';

/** Pixels of opened faces that are kept, eight bytes each; and of results, which are compressed. */
const FACE_PIXELS_KEPT = 16_000_000;
const RESULT_PIXELS_KEPT = 64_000_000;
/** Pictures in work at once: each holds its pixels, and the machine has few cores. */
const AT_ONCE = 2;

const UNDECODABLE = { code: 'INPUT_UNPROCESSABLE', message: 'The input image could not be decoded.' } as const;
const NO_FACE = { code: 'INPUT_UNPROCESSABLE', message: 'No face was found in the input image.' } as const;

type Face = { picture: Picture; masks: FaceMasks; skinShare: number };

/** Image work with sharp and plain pixels. The same input and the same request give the same bytes, made once. */
export function createSharpImages(): Images {
  const faces = createCache<Face | null>(FACE_PIXELS_KEPT);
  const hairMasks = createCache<Mask | null>(FACE_PIXELS_KEPT);
  const results = createCache<Omit<MadeImage, 'role'>>(RESULT_PIXELS_KEPT);
  const gate = createGate(AT_ONCE);

  async function openFace({ digest, bytes }: InputImage): Promise<Face | null> {
    const picture = await decodePicture(bytes).catch(() => null);
    if (picture === null) return null;
    const masks = await knownMasks(digest);
    return masks === null ? { picture, ...guessFace(picture) } : { picture, masks, skinShare: 1 };
  }

  async function process(task: ProcessTask): Promise<MadeImages> {
    const { source, hairMask } = task;
    const pixels = source.width * source.height;
    const face = await faces(source.digest, pixels, () => openFace(source));
    if (face === null) return { failure: UNDECODABLE };
    if (task.detectFace && face.skinShare < LEAST_SKIN) return { failure: NO_FACE };
    const mask =
      hairMask === null
        ? face.masks.hair
        : await hairMasks(`${hairMask.digest} ${sizeOf(source)}`, pixels, () => openMask(hairMask, source));
    if (mask === null) return { failure: UNDECODABLE };
    if (task.isFixed) return process({ ...task, source: fixedInput(), hairMask: null, isFixed: false });
    return drawAll(task, face, mask);
  }

  async function drawAll(task: ProcessTask, face: Face, hair: Mask): Promise<MadeImages> {
    const { source, hairMask } = task;
    const images: MadeImage[] = [];
    for (const wanted of wantedOf(task)) {
      const form = `${task.resultType}/${task.halved ? 'halved' : ''}/${task.sidesOf}/${task.tryOn}`;
      const name = `${source.digest}/${hairMask?.digest ?? ''}/${form}/${wanted.name}`;
      const made = await results(name, source.width * source.height, () => encode(wanted.draw(face, hair), task));
      images.push({ role: wanted.role, ...made });
    }
    return { images };
  }

  return {
    inspect: inspectImage,
    encode: (bytes, form) => gate(() => encodeUpload(bytes, form).catch(() => null)),
    process: (task) => gate(() => process(task)),
  };
}

function openMask(mask: InputImage, { width, height }: InputImage): Promise<Mask | null> {
  return decodeMask(mask.bytes, mask, { width, height }).catch(() => null);
}

function sizeOf({ width, height }: InputImage): string {
  return `${width} x ${height}`;
}

type Wanted = {
  role: string /** What decides the pixels, besides the inputs. */;
  name: string;
  draw(face: Face, hair: Mask): Picture;
};

function wantedOf({ submission, findings, source, tryOn }: ProcessTask): Wanted[] {
  switch (submission.operation) {
    case 'skin.analyze':
      return findings.map((finding) => wantedFinding(finding, source.digest));
    case 'makeup.apply': {
      const { products } = submission;
      return [
        {
          role: 'image',
          name: JSON.stringify(products),
          draw: ({ picture, masks }) => tried(picture, tryOn, (ground) => applyMakeup(ground, masks, products)),
        },
      ];
    }
    case 'hair.try_on': {
      const { gradient } = submission;
      return [
        {
          role: 'image',
          name: JSON.stringify(gradient),
          draw: ({ picture }, hair) => tried(picture, tryOn, (ground) => colorHair(ground, hair, gradient)),
        },
      ];
    }
  }
}

const PLAIN = 128;

/** The picture of a try-on: what is applied, on the face or on a plain ground, or the face as it came. */
function tried(face: Picture, tryOn: ProcessTask['tryOn'], apply: (ground: Picture) => Picture): Picture {
  if (tryOn === 'as_sent') return face;
  return apply(tryOn === 'painted' ? face : { ...face, rgb: new Uint8Array(face.rgb.length).fill(PLAIN) });
}

function wantedFinding(finding: Finding, label: string): Wanted {
  const { kind, concern } = finding;
  const role = `${kind}.${concern}`;
  return {
    role,
    name: JSON.stringify(finding),
    draw: ({ picture, masks }) => showConcern(picture, masks, label, finding),
  };
}

async function encode(drawn: Picture, { resultType, halved, sidesOf }: ProcessTask): Promise<Omit<MadeImage, 'role'>> {
  const picture = halved ? await halvePicture(drawn) : drawn;
  const bytes = await encodePicture(picture, resultType);
  const { width, height } = sidesOf === 'input' ? drawn : picture;
  return { mediaType: resultType, digest: digestOf(bytes), sizeBytes: bytes.byteLength, width, height, bytes };
}
