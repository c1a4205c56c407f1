import type { Readings } from '../../shared/questions/generated/readings.ts';
import { environmentOf, type Owner } from '../domain/account.ts';
import type { Job } from '../domain/job.ts';
import type { ConcernBody } from '../domain/output.ts';
import type { Finding } from '../domain/pixels/skin.ts';
import type { Concern } from '../domain/vocabulary.ts';
import type { World } from './world.ts';

/** The result of each requested concern. The score depends only on the seed and the face. */
export function concernsOf(world: World, job: Job): ConcernBody[] {
  const { submission } = job;
  return submission.operation === 'skin.analyze' ? measured(world, job, submission.concerns) : [];
}

function measured({ settings, rules }: World, job: Job, concerns: readonly Concern[]): ConcernBody[] {
  const { outcome } = job;
  if (outcome.status !== 'succeeded') return [];
  const { readings, seed } = settings;
  const digest = hasFixedResults(job.owner, readings) ? 'fixed' : job.sourceDigest;
  const face = { seed, digest, job: job.id, range: readings.score_range };
  return concerns.map((concern) => rules.concern(concern, outcome, face));
}

/** Whether the results of a job are the same for every picture. */
export function hasFixedResults(owner: Owner, { test_results }: Readings): boolean {
  return test_results === 'fixed' && environmentOf(owner) === 'test';
}

/** The concerns to draw, except those that were not measured. */
export function findingsOf(world: World, job: Job): Finding[] {
  const { submission } = job;
  if (submission.operation !== 'skin.analyze') return [];
  const [lowest, highest] = world.settings.readings.score_range;
  // Reading 47: a visualization may show a concern that was not requested, if the reading allows it.
  const concerns = new Set([...submission.concerns, ...submission.visualizations.map(({ concern }) => concern)]);
  const scores = new Map(measured(world, job, [...concerns]).map(({ concern, score }) => [concern, score]));
  return submission.visualizations.flatMap(({ concern, kind }) => {
    const score = scores.get(concern) ?? null;
    if (score === null) return [];
    const level = Math.min(1, Math.max(0, (score - lowest) / Math.max(highest - lowest, Number.EPSILON)));
    return [{ concern, kind, level }];
  });
}
