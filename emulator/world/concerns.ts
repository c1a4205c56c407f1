import type { Job } from '../domain/job.ts';
import type { ConcernBody } from '../domain/output.ts';
import type { Finding } from '../domain/pixels/skin.ts';
import type { World } from './world.ts';

/** The result of each requested concern. The score depends on the seed and the face alone. */
export function concernsOf({ settings, rules }: World, job: Job): ConcernBody[] {
  const { submission, outcome } = job;
  if (submission.operation !== 'skin.analyze' || outcome.status !== 'succeeded') return [];
  const face = { seed: settings.seed, digest: job.sourceDigest, range: settings.readings.score_range };
  return submission.concerns.map((concern) => rules.concern(concern, outcome, face));
}

/** The concerns to draw: one that was not measured has no picture. */
export function findingsOf(world: World, job: Job): Finding[] {
  const { submission } = job;
  if (submission.operation !== 'skin.analyze') return [];
  const [lowest, highest] = world.settings.readings.score_range;
  const scores = new Map(concernsOf(world, job).map(({ concern, score }) => [concern, score]));
  return submission.visualizations.flatMap(({ concern, kind }) => {
    const score = scores.get(concern) ?? null;
    if (score === null) return [];
    const level = Math.min(1, Math.max(0, (score - lowest) / Math.max(highest - lowest, Number.EPSILON)));
    return [{ concern, kind, level }];
  });
}
