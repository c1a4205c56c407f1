import type { Readings } from '../../shared/questions/generated/readings.ts';
import { environmentOf, type Owner } from '../domain/account.ts';
import type { Job } from '../domain/job.ts';
import type { ConcernBody } from '../domain/output.ts';
import type { Finding } from '../domain/pixels/skin.ts';
import type { World } from './world.ts';

/** The result of each requested concern. The score depends on the seed and the face alone. */
export function concernsOf({ settings, rules }: World, job: Job): ConcernBody[] {
  const { submission, outcome } = job;
  if (submission.operation !== 'skin.analyze' || outcome.status !== 'succeeded') return [];
  const { readings, seed } = settings;
  const face = { seed, digest: faceOf(job, readings), range: readings.score_range, decimals: readings.score_decimals };
  return submission.concerns.map((concern) => rules.concern(concern, outcome, face));
}

/** What the scores of a job depend on. */
function faceOf({ id, owner, sourceDigest }: Job, readings: Readings): string {
  const face = hasFixedResults(owner, readings) ? 'fixed' : sourceDigest;
  return readings.score_repeats === 'varies' ? `${face} ${id}` : face;
}

/** Whether what a job gives does not depend on its picture. */
export function hasFixedResults(owner: Owner, { test_results }: Readings): boolean {
  return test_results === 'fixed' && environmentOf(owner) === 'test';
}

/** The concerns to draw: one that was not measured has no picture, unless a reading says so. */
export function findingsOf(world: World, job: Job): Finding[] {
  const { submission } = job;
  if (submission.operation !== 'skin.analyze') return [];
  const { score_range, visualization_of_unmeasured_concern } = world.settings.readings;
  const [lowest, highest] = score_range;
  const scores = new Map(concernsOf(world, job).map(({ concern, score }) => [concern, score]));
  return submission.visualizations.flatMap(({ concern, kind }) => {
    const measured = scores.get(concern) ?? null;
    if (measured === null && visualization_of_unmeasured_concern === 'left_out') return [];
    const score = measured ?? lowest;
    const level = Math.min(1, Math.max(0, (score - lowest) / Math.max(highest - lowest, Number.EPSILON)));
    return [{ concern, kind, level }];
  });
}
