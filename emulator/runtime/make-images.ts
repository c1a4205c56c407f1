import type { Readings } from '../../shared/questions/generated/readings.ts';
import type { Job } from '../domain/job.ts';
import type { ProcessedImages } from '../domain/output.ts';
import { NotMade } from '../domain/pixels/not-made.ts';
import type { InputRole } from '../domain/submission.ts';
import { findingsOf, hasFixedResults } from '../world/concerns.ts';
import { jobById } from '../world/jobs.ts';
import type { BlobSource, BlobStore, Images, InputPart, MadeImages, PictureRecipe } from '../world/ports.ts';
import type { World } from '../world/world.ts';

const PROCESSING_FAILED = { code: 'PROCESSING_FAILED', message: 'The image could not be processed.' } as const;

type Pictures = { images: Images; blobs: Pick<BlobStore, 'get' | 'sourceOf' | 'keepAgain'> };

/** The pictures of a job, and the recipe to make each of them again. */
export type MadeByRecipe = { made: MadeImages; recipe: PictureRecipe | null };

/** Makes the pictures of a job from its copy of the inputs. */
export async function makeImages(
  world: World,
  pictures: Pictures,
  id: string,
  signal: AbortSignal,
): Promise<MadeByRecipe> {
  const failed = { made: { failure: PROCESSING_FAILED }, recipe: null };
  try {
    const recipe = recipeOf(world, jobById(world, id));
    const made = recipe && (await follow(pictures, recipe, signal));
    return made === null ? failed : { made, recipe };
  } catch (error) {
    // The picture is not at fault, so it is still pending.
    if (error instanceof NotMade) throw error;
    // An error of the emulator must not stop the clock for other jobs: this job fails, as the spec allows.
    return failed;
  }
}

/** How to make the pictures of a job; null if its copy of the input was erased. */
function recipeOf(world: World, job: Job): PictureRecipe | null {
  const { submission, snapshot } = job;
  const { readings } = world.settings;
  const { result_type: resultType, result_size } = readings;
  const partOf = (wanted: InputRole): InputPart | null => {
    const part = snapshot?.find(({ role }) => role === wanted);
    return part === undefined ? null : { digest: part.digest, width: part.width, height: part.height };
  };
  const source = partOf('source');
  if (source === null) return null;
  return {
    submission,
    source,
    hairMask: partOf('hair_mask'),
    findings: findingsOf(world, job),
    resultType,
    checkedFor: checkedFor(job, readings),
    halved: result_size === 'halved',
    isFixed: hasFixedResults(job.owner, readings),
  };
}

/** A planned success needs no face. */
function checkedFor({ decidedBy }: Job, { face_detection }: Readings): PictureRecipe['checkedFor'] {
  if (decidedBy === 'plan') return 'nothing';
  return face_detection === 'on' ? 'face' : 'bytes';
}

/** Null if the source is not kept. The bytes are read synchronously, because they may be gone in the next turn. */
function follow(pictures: Pictures, recipe: PictureRecipe, signal?: AbortSignal): Promise<MadeImages | null> {
  const source = bytesOf(pictures, recipe.source.digest);
  const mask = recipe.hairMask === null ? undefined : bytesOf(pictures, recipe.hairMask.digest);
  const process = (sourceBytes: Uint8Array | undefined, maskBytes: Uint8Array | undefined) => {
    if (sourceBytes === undefined) return Promise.resolve(null);
    const task = {
      ...recipe,
      source: { ...recipe.source, bytes: sourceBytes },
      hairMask: recipe.hairMask && maskBytes ? { ...recipe.hairMask, bytes: maskBytes } : null,
    };
    return pictures.images.process(task, signal);
  };
  if (!(source instanceof Promise) && !(mask instanceof Promise)) return process(source, mask);
  return Promise.all([source, mask]).then(([bytes, maskBytes]) => process(bytes, maskBytes));
}

/** The bytes of a picture, reloaded from its source if they were dropped; undefined if there are none. */
export function bytesOf({ images, blobs }: Pictures, digest: string): Uint8Array | undefined | Promise<Uint8Array> {
  const kept = blobs.get(digest);
  const source = kept === undefined ? blobs.sourceOf(digest) : undefined;
  if (source === undefined) return kept;
  return source.load(images).then((bytes) => {
    blobs.keepAgain(digest, bytes);
    return bytes;
  });
}

/** Stores the bytes of pictures, and returns what the World needs to know about them. */
export function keepImages(blobs: BlobStore, { made, recipe }: MadeByRecipe): ProcessedImages {
  if (!('images' in made)) return made;
  return {
    images: made.images.map(({ bytes, ...image }) => {
      blobs.put(
        image.digest,
        bytes,
        recipe === null ? undefined : madeBy(recipeOfOne(recipe, image.role), blobs, image.digest),
      );
      return image;
    }),
  };
}

/** Each of several pictures is made again separately. */
function recipeOfOne(recipe: PictureRecipe, role: string): PictureRecipe {
  const findings = recipe.findings.filter(({ kind, concern }) => role === `${kind}.${concern}`);
  return { ...recipe, findings };
}

/** A source that makes the picture with this digest again. */
export function madeBy(recipe: PictureRecipe, blobs: BlobStore, digest: string): BlobSource {
  const { source, hairMask } = recipe;
  return {
    parts: hairMask === null ? [source.digest] : [source.digest, hairMask.digest],
    load: async (images) => {
      const made = await follow({ images, blobs }, recipe);
      const all = made !== null && 'images' in made ? made.images : [];
      const { bytes } = all.find((image) => image.digest === digest) ?? {};
      if (bytes === undefined) throw new Error('a picture that was given up came out otherwise when it was made again');
      return bytes;
    },
  };
}
