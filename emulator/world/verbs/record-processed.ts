import type { ProcessedImages } from '../../domain/output.ts';
import { retainBlob } from '../blobs.ts';
import { jobById, replaceJob } from '../jobs.ts';
import type { World } from '../world.ts';
import { awaitStageEnd } from './leave-stage.ts';

/** The pictures of a job have come. The job ends when its processing time is over, and at once where it is already. */
export function recordProcessed(world: World, args: { effect: number; result: ProcessedImages }): void {
  const effect = world.state.effects.get(args.effect);
  if (effect === undefined) return;
  world.state.effects.delete(effect.serial);
  const job = jobById(world, effect.job);
  if ('images' in args.result) for (const image of args.result.images) retainBlob(world, image.digest);
  awaitStageEnd(world, replaceJob(world, job, { ...job, processed: args.result }));
}
