import type { ProcessedImages } from '../domain/output.ts';
import { NotMade } from '../domain/pixels/not-made.ts';
import type { InputRole } from '../domain/submission.ts';
import { findingsOf, hasFixedResults } from '../world/concerns.ts';
import { jobById } from '../world/jobs.ts';
import type { BlobStore, Images, InputImage, MadeImages } from '../world/ports.ts';
import type { World } from '../world/world.ts';

const PROCESSING_FAILED = { code: 'PROCESSING_FAILED', message: 'The image could not be processed.' } as const;

/** The pictures of a job, from the bytes that it kept of its inputs. */
export async function makeImages(
  world: World,
  { images, blobs }: { images: Images; blobs: BlobStore },
  id: string,
  signal: AbortSignal,
): Promise<MadeImages> {
  const job = jobById(world, id);
  const { submission, snapshot } = job;
  const { readings } = world.settings;
  const { result_type: resultType, face_detection, result_size } = readings;
  const inputOf = (wanted: InputRole): InputImage | null => {
    const part = snapshot?.find(({ role }) => role === wanted);
    const bytes = part && blobs.get(part.digest);
    return part === undefined || bytes === undefined ? null : { ...part, bytes };
  };
  try {
    const source = inputOf('source');
    if (source === null) return { failure: PROCESSING_FAILED };
    const findings = findingsOf(world, job);
    const detectFace = face_detection === 'on';
    const task = {
      submission,
      source,
      hairMask: inputOf('hair_mask'),
      findings,
      resultType,
      detectFace,
      halved: result_size === 'halved',
      tryOn: readings.try_on_picture,
      sidesOf: readings.result_sides_of,
      isFixed: hasFixedResults(job.owner, readings),
    };
    return await images.process(task, signal);
  } catch (error) {
    // The picture is not at fault: it is still to be made.
    if (error instanceof NotMade) throw error;
    // A fault of ours must not stop the clock for every other job: this one fails, as the spec provides for.
    return { failure: PROCESSING_FAILED };
  }
}

/** Keeps the bytes of pictures, and gives what the World needs to know of them. */
export function keepImages(blobs: BlobStore, made: MadeImages): ProcessedImages {
  if (!('images' in made)) return made;
  return {
    images: made.images.map(({ bytes, ...image }) => {
      blobs.put(image.digest, bytes);
      return image;
    }),
  };
}
