import type { ProcessedImages } from '../../domain/output.ts';
import { drop } from '../../domain/values/undo.ts';
import { retainBlob } from '../blobs.ts';
import { jobById, replaceJob } from '../jobs.ts';
import type { World } from '../world.ts';
import { awaitStageEnd, failing } from './leave-stage.ts';

/** Stores the pictures of a job. The job ends when its processing time is over, or at once if it already is. */
export function recordProcessed(world: World, args: { effect: number; result: ProcessedImages }): void {
  const effect = world.state.effects.get(args.effect);
  const { result } = args;
  const images = 'images' in result ? result.images : [];
  if (effect?.kind !== 'process') {
    // The account was removed meanwhile, so nothing needs the pictures.
    for (const { digest } of images) world.freed.add(digest);
    return;
  }
  drop(world.state.effects, effect.serial);
  const job = jobById(world, effect.job);
  for (const image of images) retainBlob(world, image.digest);
  const made = 'failure' in result ? failing(job, result.failure) : { ...job, processed: images };
  awaitStageEnd(world, replaceJob(world, job, made));
}
