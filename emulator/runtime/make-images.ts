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

/** The pictures of a job, and how each can be made again. */
export type MadeByRecipe = { made: MadeImages; recipe: PictureRecipe | null };

/** The pictures of a job, from the bytes that it kept of its inputs. */
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
    // The picture is not at fault: it is still to be made.
    if (error instanceof NotMade) throw error;
    // A fault of ours must not stop the clock for every other job: this one fails, as the spec provides for.
    return failed;
  }
}

/** How the pictures of a job are made; null if its copy of the input has gone. */
function recipeOf(world: World, job: Job): PictureRecipe | null {
  const { submission, snapshot } = job;
  const { readings } = world.settings;
  const { result_type: resultType, face_detection, result_size } = readings;
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
    detectFace: face_detection === 'on',
    halved: result_size === 'halved',
    isFixed: hasFixedResults(job.owner, readings),
  };
}

/** Null if the source is not kept. What is there is taken at once: it may be gone by the next turn. */
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

/** The bytes of a picture, reloaded from its source if they were dropped. Undefined if nothing is kept of it. */
export function bytesOf({ images, blobs }: Pictures, digest: string): Uint8Array | undefined | Promise<Uint8Array> {
  const kept = blobs.get(digest);
  const source = kept === undefined ? blobs.sourceOf(digest) : undefined;
  if (source === undefined) return kept;
  return source.load(images).then((bytes) => {
    blobs.keepAgain(digest, bytes);
    return bytes;
  });
}

/** Keeps the bytes of pictures, and gives what the World needs to know of them. */
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

/** Of several pictures each is made again by itself. */
function recipeOfOne(recipe: PictureRecipe, role: string): PictureRecipe {
  const findings = recipe.findings.filter(({ kind, concern }) => role === `${kind}.${concern}`);
  return { ...recipe, findings };
}

/** A source that remakes the picture with this digest. */
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
